-- Drives `shaderlint server` with Neovim's own client: nvim --headless -u NONE -c 'luafile neovim.lua'
-- SHADERLINT is the tool, PROJECT the folder of make-project.py.
local tool, project = os.getenv("SHADERLINT"), os.getenv("PROJECT")
local failed = false

local function check(condition, what, got)
  if not condition then
    failed = true
    io.stderr:write("neovim: " .. what .. ": " .. vim.inspect(got) .. "\n")
  end
end

local errors = {}
local client = vim.lsp.start_client({
  name = "shaderlint",
  cmd = { tool, "server" },
  root_dir = project,
  on_error = function(code, problem) table.insert(errors, { code, problem }) end,
})

local function open(name)
  vim.cmd("edit " .. project .. "/" .. name)
  vim.bo.filetype = "glsl"
  vim.lsp.buf_attach_client(0, client)
  return vim.api.nvim_get_current_buf()
end

local function ask(buffer, method, line, character, extra)
  local parameters = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = character },
  }
  local answers = vim.lsp.buf_request_sync(
    buffer, "textDocument/" .. method, vim.tbl_extend("force", parameters, extra or {}), 5000)
  local answer = answers and answers[client] or {}
  check(not answer.error, method, answer)
  return answer.result
end

local function findings(buffer, count)
  vim.wait(5000, function() return #vim.diagnostic.get(buffer) == count end, 10)
  local found = vim.diagnostic.get(buffer)
  check(#found == count, count .. " findings", found)
  return found
end

local buffer = open("sky.frag")
vim.wait(5000, function() return vim.lsp.buf_get_clients(buffer)[client] ~= nil end, 10)
findings(buffer, 0)

local hover = ask(buffer, "hover", 6, 22)
check(hover and hover.contents.value:find("varying highp vec2 v_sky", 1, true), "hover", hover)
local place = ask(buffer, "definition", 7, 22)
check(place and place.uri:find("common/light.glsl", 1, true), "definition", place)
local places = ask(buffer, "references", 6, 22, { context = { includeDeclaration = true } })
check(places and #places == 4, "references", places)
local symbols = ask(buffer, "documentSymbol", 0, 0)
check(symbols and #symbols == 3, "symbols", symbols)

-- Typing: a misspelt name, then a point.
vim.api.nvim_buf_set_lines(buffer, 7, 8, true, { "  gl_FragColor = u_tnt; // 🙂" })
local found = findings(buffer, 1)
check(found[1] and found[1].code == "GL1001" and found[1].col == 17, "finding", found)
local actions = ask(buffer, "codeAction", 7, 17, {
  range = { start = { line = 7, character = 17 }, ["end"] = { line = 7, character = 18 } },
  context = { diagnostics = {} },
})
check(actions and #actions >= 1, "code actions", actions)
vim.api.nvim_buf_set_lines(buffer, 7, 8, true, { "  normal.", "  gl_FragColor = u_tint;" })
local items = ask(buffer, "completion", 7, 9)
check(items and #items.items > 10, "completion", items)
vim.api.nvim_buf_set_lines(buffer, 7, 9, true, { "  gl_FragColor = mix(u_tint, u_tint, normal.x);" })
local help = ask(buffer, "signatureHelp", 7, 32)
check(help and help.activeParameter == 1, "signature help", help)

-- Renaming changes the other stage as well.
local edit = ask(buffer, "rename", 6, 22, { newName = "v_place" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
vim.cmd("wall")
check(#findings(buffer, 0) == 0, "after renaming", vim.diagnostic.get(buffer))
local vertex = io.open(project .. "/sky.vert"):read("a")
check(vertex:find("varying vec2 v_place;", 1, true), "the vertex shader", vertex)

vim.lsp.stop_client(client)
vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 10)
check(#errors == 0, "protocol errors", errors)
local log = io.open(vim.lsp.get_log_path())
if log then
  for line in log:lines() do
    check(not line:find("[ERROR]", 1, true), "log", line)
  end
end
vim.cmd(failed and "cquit" or "quitall!")
