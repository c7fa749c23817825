interface Element {
  nodeName: string
  textContent: string | null
  closest: (selector: string) => unknown
  prepend: (text: string) => void
  append: (text: string) => void
}

/** What is above or below the line. */
export const RAISED = ['sup', 'sub']

/** Without a mark, 10 to the power of 23 would be 1023. Ordinals, and notes in brackets, cannot be taken for a part of what is before them. */
export const needsMark = (text: string): boolean => !/^(\[.*|st|nd|rd|th|)$/s.test(text.trim())

const WORD = /^[-+\u2212]?[\p{L}\p{N}]+$/u

/** Marks them by signs where no element can: in all of it, or in code alone. */
export function markRaised(body: { querySelectorAll: (selector: string) => Iterable<Element> }, everywhere: boolean): void {
  for (const element of body.querySelectorAll(RAISED.join())) {
    const text = (element.textContent ?? '').trim()
    if (!needsMark(text) || !(everywhere || element.closest('pre,code'))) continue
    const sign = element.nodeName === 'SUB' ? '_' : '^'
    element.prepend(WORD.test(text) ? sign : `${sign}(`)
    if (!WORD.test(text)) element.append(')')
  }
}
