/**
 * One line with more in it than blanks and punctuation. Google passes those over, so that a search for nothing else would find everything,
 * and a job would take every message or event that there is.
 */
export const SEARCHABLE = {
  pattern: '^[^\\r\\n\\u0000]*[^\\s\\u0000!-/:-@\\[-`{-~][^\\r\\n\\u0000]*$',
  'x-form': 'of one line, with a letter or digit in it'
}
