"""Drives `shaderlint server` with pytest-lsp, whose types reject messages that LSP does not have.

SHADERLINT is the tool, PROJECT the folder of make-project.py.
"""
import os
import pathlib

import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROJECT = pathlib.Path(os.environ["PROJECT"])


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["SHADERLINT"], "server"]),
    params=["visual_studio_code", "neovim", "emacs"],
)
async def client(request, lsp_client: LanguageClient):
    @lsp_client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def register(parameters: lsp.RegistrationParams):
        assert all(entry.register_options for entry in parameters.registrations)

    await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[lsp.WorkspaceFolder(uri=PROJECT.as_uri(), name="project")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def document(name):
    return lsp.TextDocumentIdentifier(uri=(PROJECT / name).as_uri())


async def opened(client, name):
    text = (PROJECT / name).read_text()
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(
            lsp.TextDocumentItem(
                uri=document(name).uri, language_id="glsl", version=1, text=text
            )
        )
    )
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return text


def position(text, mark, offset=0):
    start = text.index(mark) + offset
    line = text.count("\n", 0, start)
    return lsp.Position(line, start - (text.rfind("\n", 0, start) + 1))


async def changed(client, name, version, text):
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(uri=document(name).uri, version=version),
            [lsp.TextDocumentContentChangeWholeDocument(text)],
        )
    )
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return client.diagnostics[document(name).uri]


async def test_project(client: LanguageClient):
    name = "rock.frag"
    text = await opened(client, name)
    assert not client.diagnostics[document(name).uri]

    mark = position(text, "v_rock, 1.0")
    place = dict(text_document=document(name), position=mark)
    hover = await client.text_document_hover_async(lsp.HoverParams(**place))
    assert "varying highp vec2 v_rock" in hover.contents.value
    target = await client.text_document_definition_async(lsp.DefinitionParams(**place))
    assert target.range.start.line == 3
    places = await client.text_document_references_async(
        lsp.ReferenceParams(context=lsp.ReferenceContext(include_declaration=True), **place)
    )
    assert len(places) == 4
    await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(**place))
    edit = await client.text_document_rename_async(
        lsp.RenameParams(new_name="v_stone", **place)
    )
    assert len(edit.changes or edit.document_changes) == 2
    prepared = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place))
    assert prepared.placeholder == "v_rock"
    symbols = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(document(name))
    )
    assert [symbol.name for symbol in symbols] == ["v_rock", "u_tint", "main"]
    tokens = await client.text_document_semantic_tokens_full_async(
        lsp.SemanticTokensParams(document(name))
    )
    assert len(tokens.data) == 5 * 10
    await client.text_document_folding_range_async(lsp.FoldingRangeParams(document(name)))

    wrong = text.replace("* u_tint", "* u_tnt")
    found = await changed(client, name, 2, wrong)
    assert [finding.code for finding in found] == ["GL1001"]
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document(name), found[0].range, lsp.CodeActionContext(found))
    )
    assert actions
    typed = text.replace("  gl_Frag", "  u_light.\n  gl_Frag")
    await changed(client, name, 3, typed)
    items = await client.text_document_completion_async(
        lsp.CompletionParams(document(name), position(typed, "u_light.\n", 8))
    )
    assert {item.label for item in items.items} == {"color", "range"}
    help = await client.text_document_signature_help_async(
        lsp.SignatureHelpParams(document(name), position(typed, "lit(u_light, n", 13))
    )
    assert help.active_parameter == 1
