import vm from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { parseHTML } from 'linkedom'

const MOST_LOOKS = 300
const PAUSE_MS = 200

export interface DocsPage {
  /** What a reader sees of the first element that fits, once there is one. */
  text: (selector: string) => Promise<string>
  click: (selector: string) => Promise<void>
}

interface Shown {
  textContent: string
  src: string
  dispatchEvent: (event: object) => void
}

/** The page at /docs with its scripts running, Swagger UI among them; what they ask for, this gateway answers. */
export async function openDocs(app: FastifyInstance): Promise<DocsPage> {
  const { document, Element, Node, HTMLElement, Event } = parseHTML((await app.inject('/docs')).body)
  const location = new URL('https://gate.example/docs')
  const fetch = async (url: string): Promise<Response> => new Response((await app.inject(url)).body)
  Object.defineProperty(document, 'baseURI', { value: location.href })
  const page = vm.createContext({ ...BROWSER, document, location, fetch, Element, Node, HTMLElement })
  vm.runInContext('window = self = globalThis', page)
  const scripts: Iterable<Shown> = document.querySelectorAll('script')
  for (const { src } of scripts) vm.runInContext((await app.inject(src)).body, page)

  async function found(selector: string): Promise<Shown> {
    for (let look = 0; look < MOST_LOOKS; look++) {
      const element: Shown | null = document.querySelector(selector)
      if (element) return element
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
    throw new Error(`The page shows no ${selector}`)
  }
  return {
    text: async selector => (await found(selector)).textContent,
    click: async selector => (await found(selector)).dispatchEvent(new Event('click', { bubbles: true }))
  }
}

const nothing = (): void => undefined

/** What the scripts want of a browser beside its document. */
const BROWSER = {
  ...{ console, setTimeout, clearTimeout, queueMicrotask, crypto, btoa, atob },
  ...{ URL, URLSearchParams, Response, Request, Headers, AbortController, FormData, File, Blob, TextEncoder, TextDecoder },
  navigator: { userAgent: '' },
  history: { pushState: nothing, replaceState: nothing },
  addEventListener: nothing,
  removeEventListener: nothing,
  HTMLIFrameElement: class {}
}
