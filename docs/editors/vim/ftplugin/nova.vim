" Nova: Lisp indentation, `:make` checks, `gq` and `:%!nova fmt` lay out.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal lisp autoindent expandtab shiftwidth=2 softtabstop=2 textwidth=120
setlocal lispwords=let,letrec,lambda,mu,case,match,while,for,define,define-macro,types,define-datatype,define-record,define-table,record,with,foreign,foreign-c,foreign-cuda,foreign-kernel,module,let*,when,unless,kernel,kernel*
setlocal comments=:;;;,:; commentstring=;\ %s
setlocal iskeyword=@,33,35-38,42-43,45-58,60-64,94,95,126,192-255
setlocal formatprg=nova\ fmt\ -
setlocal makeprg=nova\ check\ %:S
setlocal errorformat=%f:%l:%c:\ %trror[%*[^]]]:\ %m,%f:%l:%c:\ %tarning[%*[^]]]:\ %m,%-G%.%#

let b:undo_ftplugin = "setlocal lisp< autoindent< expandtab< shiftwidth< softtabstop< textwidth< lispwords< comments< commentstring< iskeyword< formatprg< makeprg< errorformat<"
