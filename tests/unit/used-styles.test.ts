import { describe, expect, test } from 'vitest'
import { parseStyles, usedStyles } from '#app/platform/used-styles.server.ts'

const used = (css: string, ...classes: string[]) => usedStyles(parseStyles(css), new Set(classes))

describe('usedStyles', () => {
  test.each([
    ['a rule without classes', 'p>a:hover{color:red}', 'p>a:hover{color:red}'],
    ['a rule of a class that is there', '.here{color:red}', '.here{color:red}'],
    ['no rule of a class that is not there', '.gone{color:red}', ''],
    ['the selectors that select something', '.gone,.here,p .gone{top:0}', '.here{top:0}'],
    [
      'a choice within a selector',
      '.here:is(.gone,.other){top:0}',
      '.here:is(.gone,.other){top:0}',
    ],
    ['what must not be there', 'a:not(.gone .x:is(b)){top:0}', 'a:not(.gone .x:is(b)){top:0}'],
    ['escaped signs of a class', String.raw`.sm\:w-1\/2{width:50%}`, ''],
    ['attributes with dots', '[href$=".gone"]{top:0}', '[href$=".gone"]{top:0}'],
    ['rules in rules', '.here{&:hover{top:0}}', '.here{&:hover{top:0}}'],
    ['braces in texts', '.here{content:"}"}.gone{top:0}', '.here{content:"}"}'],
    [
      'groups, without those that become empty',
      '@media print{.gone{top:0}}@layer a{.here{top:0}}',
      '@layer a{.here{top:0}}',
    ],
    ['the order of layers', '@layer a,b;.gone{top:0}', '@layer a,b;'],
    [
      'fonts and movements',
      '@font-face{src:url(a)}@keyframes k{to{top:0}}',
      '@font-face{src:url(a)}@keyframes k{to{top:0}}',
    ],
    ['rules after a comment', '/* .x{} */.here{top:0}', '.here{top:0}'],
  ])('keeps %s', (_, css, expected) => {
    expect(used(css, 'here')).toBe(expected)
  })

  test('knows classes with escaped signs by their names', () => {
    const css = String.raw`.sm\:w-1\/2{width:50%}.\[\&\>div\]\:p-0>div{padding:0}`
    expect(used(css, 'sm:w-1/2', '[&>div]:p-0')).toBe(css)
  })
})
