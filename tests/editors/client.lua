-- Neovim's client of `nova lsp`: opens $SAMPLE and prints what a user would see. Run by live.py.
local function out(...) io.stdout:write(string.format(...), "\n") end
vim.cmd("filetype plugin on")
vim.cmd("edit " .. os.getenv("SAMPLE"))
if vim.bo.filetype ~= "nova" then out("filetype %s", vim.bo.filetype) end
local id = vim.lsp.start_client({ name = "nova", cmd = { os.getenv("NOVA"), "lsp" } })
vim.lsp.buf_attach_client(0, id)
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, d in ipairs(vim.diagnostic.get(0)) do out("diagnostic line %d: %s", d.lnum + 1, d.message) end
local function ask(method, line, character)
  local where = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
  return vim.lsp.buf_request_sync(0, method, where, 30000)[id].result
end
out("hover %s", vim.split(ask("textDocument/hover", 2, 14).contents.value, "\n")[2])
local at = ask("textDocument/definition", 2, 14)
out("definition line %d", (at[1] or at).range.start.line + 1)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { "(twi" })
local found = ask("textDocument/completion", 4, 4)
out("completion %s", (found.items or found)[1].label)
vim.api.nvim_buf_set_lines(0, -2, -1, false, {})
if vim.lsp.buf.format then vim.lsp.buf.format() else vim.lsp.buf.formatting_sync({}, 30000) end
out("%s", table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"))
vim.lsp.stop_client(id)
vim.cmd("qa!")
