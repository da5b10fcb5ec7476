" Nova.
if exists("b:current_syntax")
  finish
endif

syntax case match
syntax iskeyword @,33,35-38,42-43,45-47,60-64,94,95,126,48-57,192-255

syntax keyword novaDefine define define-macro types define-datatype define-record define-table foreign foreign-c foreign-cuda foreign-kernel export compile-now module import
syntax keyword novaKeyword if let letrec lambda mu case match begin set! while for record with format and or when unless cond let* kernel kernel* in then else assert
syntax keyword novaType int int32 int16 int8 uint64 uint32 uint16 uint8 float double bool char half bfloat16 unit vector
syntax match novaType "\<vector#\d\+"
syntax keyword novaConstant true false nil inf nan
syntax match novaConstant "#[tf]\>"
syntax match novaVariable "'\k\+"
syntax match novaNumber "\%(\k\)\@<![-+]\?\%(0x\x\+\|0b[01]\+\|\d\+\.\?\d*\%([eE][-+]\?\d\+\)\?\|\.\d\+\%([eE][-+]\?\d\+\)\?\)\%(i8\|i16\|i32\|i64\|u8\|u16\|u32\|u64\|f\|L\|h\|bf\)\?\%([-+]\%(\d\+\.\?\d*\|\.\d\+\)\%([eE][-+]\?\d\+\)\?\%(f\|L\|h\|bf\)\?i\|i\)\?\%(\k\)\@!"
syntax match novaCharacter "#\\\%(\a\w*\|.\)"
syntax region novaString start=+"+ skip=+\\.+ end=+"+
syntax match novaComment ";.*$" contains=@Spell
syntax match novaDoc "^\s*;;;.*$" contains=@Spell
syntax region novaComment start="#|" end="|#" contains=novaComment,@Spell

highlight default link novaDefine Define
highlight default link novaKeyword Keyword
highlight default link novaType Type
highlight default link novaConstant Constant
highlight default link novaVariable Identifier
highlight default link novaNumber Number
highlight default link novaCharacter Character
highlight default link novaString String
highlight default link novaComment Comment
highlight default link novaDoc SpecialComment

let b:current_syntax = "nova"
