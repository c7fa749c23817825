/** Whether Trello keeps both alike: it may change line ends, and blanks at the ends. */
export const isSameText = (a: string, b: string): boolean => plain(a) === plain(b)

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()
