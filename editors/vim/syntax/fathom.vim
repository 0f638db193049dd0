" Colours for models of the Fathom model checker.
if exists("b:current_syntax")
  finish
endif

syntax keyword fathomDeclaration model const param type var init let process population event sync broadcast loc start fair
syntax keyword fathomDeclaration strong justice compassion
syntax keyword fathomProperty invariant reachable ctl ltl bound
syntax keyword fathomStatement do when where if then else choose or skip assert any
syntax keyword fathomOperatorWord in at forall exists of
syntax keyword fathomType bool int nat array ref
syntax keyword fathomConstant true false null self
syntax keyword fathomReserved channel lossy clock stack push pop module import prove hint rank predicate

syntax match fathomTemporal "\<\%([AE][GFX]\|[GFXUWR]\)\>"
syntax match fathomTemporal "\<[AE]\>\ze\s*\["
syntax match fathomFunction "\<\%(min\|max\|abs\|sum\|count\|index\|reach\|union\|inter\|minus\|subset\|card\|len\|empty\|full\|head\)\>\ze\s*("
syntax match fathomType "\<record\>\ze\s*{\|\<set\>\ze\s\+of\>\|\<fifo\>\ze\s\+[^,;:{}]*\<of\>"
syntax match fathomStatement "\<for\>\ze\s\+\h\w*\%(\s*,\s*\h\w*\)*\s\+in\>"
syntax match fathomNumber "\<\d\+\>"
syntax match fathomOperator ":=\|<=>\|=>\|->\|&&\|||\|!=\|==\|<=\|>=\|\.\.\|[-+*/%=<>!?']"
syntax match fathomLabel "\<\h\w*\>\ze:=\@!\s*\%({[^}]*}\|\h\w*\|`[^`]*`\)\s*->"
syntax match fathomExpectation "@\s*expect\s*(\s*\%(holds\|violated\|unknown\)\s*)"
syntax match fathomName "`[^`]*`"
syntax region fathomString start=+"+ end=+"+ oneline
syntax keyword fathomTodo contained TODO FIXME NOTE
syntax match fathomComment "//.*$" contains=fathomTodo,@Spell
syntax match fathomDocumentation "///\%([^/].*\)\?$" contains=@Spell
syntax region fathomComment start="/\*" end="\*/" contains=fathomTodo,@Spell

highlight default link fathomDeclaration Keyword
highlight default link fathomProperty Keyword
highlight default link fathomStatement Statement
highlight default link fathomOperatorWord Operator
highlight default link fathomType Type
highlight default link fathomConstant Constant
highlight default link fathomReserved Error
highlight default link fathomTemporal Operator
highlight default link fathomFunction Function
highlight default link fathomNumber Number
highlight default link fathomOperator Operator
highlight default link fathomLabel Label
highlight default link fathomExpectation PreProc
highlight default link fathomName Identifier
highlight default link fathomString String
highlight default link fathomTodo Todo
highlight default link fathomComment Comment
highlight default link fathomDocumentation SpecialComment

let b:current_syntax = "fathom"
