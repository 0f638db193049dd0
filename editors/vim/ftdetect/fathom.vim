autocmd BufNewFile,BufRead *.fathom setfiletype fathom
