import { toast } from '../app/announce.ts'

/** Copies a text to the clipboard, reports it, and returns whether it was copied. A browser refuses on a page that came over HTTP from a host other than localhost. */
export async function copy(text: string, message: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast(message)
    return true
  } catch {
    toast('The browser does not allow copying on this page. Select the text and copy it.', 'failed')
    return false
  }
}
