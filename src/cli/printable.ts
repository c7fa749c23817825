/** Control characters, line separators, and characters that change the direction of text. */
const COMMANDS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Returns a foreign text on one line, with what a terminal would obey shown as an escape such as \u{1b}. */
export const printable = (text: string): string => text.replace(COMMANDS, sign => `\\u{${sign.charCodeAt(0).toString(16)}}`)
