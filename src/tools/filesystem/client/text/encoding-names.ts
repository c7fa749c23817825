import type { Encoding } from '../files/content.ts'

/** Legacy encodings, which content does not reveal: callers name them. */
export const LEGACY_ENCODINGS = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'iso-8859-15',
  'koi8-r',
  'macintosh',
  'ibm437',
  'ibm850',
  'shift_jis',
  'euc-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr'
] as const

export const NAMED_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', ...LEGACY_ENCODINGS] as const
export type NamedEncoding = (typeof NAMED_ENCODINGS)[number]

/** `auto`: UTF-8, or UTF-16 with a byte order mark. */
export type RequestedEncoding = NamedEncoding | 'auto'

/** Encoding of the text of a file: as detected, or as the caller named it. */
export type TextEncoding = Exclude<Encoding, 'binary'> | (typeof LEGACY_ENCODINGS)[number]
