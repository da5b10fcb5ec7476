autocmd BufRead,BufNewFile *.nv setfiletype nova
