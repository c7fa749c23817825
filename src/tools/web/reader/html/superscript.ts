interface Element {
  nodeName: string
  textContent: string | null
  closest: (selector: string) => unknown
  prepend: (text: string) => void
  append: (text: string) => void
}

/** Superscript and subscript. */
const SHIFTED_TAGS = ['sup', 'sub']

/** Whether text needs a mark: without one, 10 to the power of 23 would read 1023. Ordinals and bracketed notes are unambiguous. */
export const needsMark = (text: string): boolean => !/^(\[.*|st|nd|rd|th|)$/s.test(text.trim())

const WORD = /^[-+\u2212]?[\p{L}\p{N}]+$/u

/** Adds marks where elements are not possible: everywhere, or in code only. */
export function markShifted(body: { querySelectorAll: (selector: string) => Iterable<Element> }, everywhere: boolean): void {
  for (const element of body.querySelectorAll(SHIFTED_TAGS.join())) {
    const text = (element.textContent ?? '').trim()
    if (!needsMark(text) || !(everywhere || element.closest('pre,code'))) continue
    const sign = element.nodeName === 'SUB' ? '_' : '^'
    element.prepend(WORD.test(text) ? sign : `${sign}(`)
    if (!WORD.test(text)) element.append(')')
  }
}
