import type { Pages } from './use-pages.ts'

/** Reads the next page of a list, if there is one. */
export function ShowMore({ page, busy, more }: Pick<Pages<unknown>, 'page' | 'busy' | 'more'>) {
  if (!page || page.next_cursor === null) return null
  return (
    <button type="button" class="button" disabled={busy} onClick={more}>
      Show more
    </button>
  )
}
