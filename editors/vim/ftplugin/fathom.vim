" Comments, indentation, formatting and `:make` for models of the Fathom model checker.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=:///,://
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal formatprg=fathom\ fmt\ -
setlocal makeprg=fathom\ check\ --trace\ none\ %
setlocal errorformat=%Eerror[%.%#]:\ %m,%Wwarning[%.%#]:\ %m,%C\ %#-->\ %f:%l:%c,%-G%.%#

let b:undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< formatprg< makeprg< errorformat<"
