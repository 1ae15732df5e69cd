;;; Drives `shaderlint server' with eglot: emacs --batch -l eglot.el -*- lexical-binding: t -*-
;;; SHADERLINT is the tool, PROJECT the folder of make-project.py.

(require 'eglot)

(define-derived-mode shader-mode prog-mode "Shader")
(add-to-list 'auto-mode-alist '("\\.\\(vert\\|frag\\|glsl\\)\\'" . shader-mode))
(add-to-list 'eglot-server-programs
             `(shader-mode . (,(getenv "SHADERLINT") "server")))
(setq eglot-sync-connect 10 eglot-confirm-server-initiated-edits nil make-backup-files nil)

(defun check (condition what &optional got)
  (unless condition
    (message "emacs: %s: %S" what got)
    (kill-emacs 1)))

(defun wait-for (condition what)
  (let ((tries 0))
    (while (and (not (funcall condition)) (< tries 500))
      (accept-process-output nil 0.01)
      (setq tries (1+ tries)))
    (check (< tries 500) what)))

(defun go-to (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(let ((project (file-name-as-directory (getenv "PROJECT"))))
  (setq project-find-functions (list (lambda (_) (cons 'transient project))))
  (find-file (concat project "water.frag"))
  (apply #'eglot--connect (eglot--guess-contact))
  (let ((server (eglot-current-server)) found)
    (check server "connection")
    (cl-defmethod eglot-handle-notification :before
      (_server (_method (eql textDocument/publishDiagnostics)) &key diagnostics &allow-other-keys)
      (setq found (append diagnostics nil)))
    (go-to "v_water, 1.0")
    (let ((hover (jsonrpc-request server :textDocument/hover
                                  (eglot--TextDocumentPositionParams))))
      (check (string-match-p "varying highp vec2 v_water"
                             (plist-get (plist-get hover :contents) :value)) "hover" hover))
    (let ((places (xref-backend-references 'eglot "v_water")))
      (check (= (length places) 4) "references" places))
    (go-to "lit(u_light")
    (let ((places (xref-backend-definitions 'eglot "LSP identifier at point.")))
      (check (string-match-p "light.glsl" (format "%S" places)) "definition" places))
    (go-to "u_tint;\n}")
    (delete-char 2)
    (eglot--signal-textDocument/didChange)
    (wait-for (lambda () (= (length found) 1)) "finding")
    (insert "u_")
    (eglot--signal-textDocument/didChange)
    (wait-for (lambda () (null found)) "no finding")
    (let ((items (jsonrpc-request server :textDocument/completion
                                  (eglot--CompletionParams))))
      (check (> (length (plist-get items :items)) 50) "completion"))
    (go-to "v_water, 1.0")
    ;; eglot asks before it edits files that no buffer visits.
    (advice-add 'y-or-n-p :override (lambda (&rest _) t))
    (eglot-rename "v_place")
    (check (progn (go-to "v_place, 1.0") t) "rename")
    (with-current-buffer (find-file-noselect (concat project "water.vert"))
      (check (save-excursion (goto-char (point-min)) (search-forward "v_place;" nil t))
             "rename in the vertex shader" (buffer-string)))
    (eglot-shutdown server nil 5 t)
    (with-current-buffer (jsonrpc-events-buffer server)
      (goto-char (point-min))
      (check (not (search-forward ":error" nil t)) "protocol errors" (buffer-string)))))
(kill-emacs 0)
