import type { Test } from 'tap'

const MAX_STEPS = 150

/** A user without a mouse: moves with Tab, as a reader of the page does, and checks that the focus can be seen wherever it is. */
export interface Keyboard {
  /** Moves forward until the control whose name or ID matches has the focus. */
  tabTo: (wanted: RegExp) => Promise<void>
  press: (...keys: string[]) => Promise<void>
  type: (text: string) => Promise<void>
  /** Name of what has the focus; empty if nothing has it. */
  focused: () => Promise<string>
  /** Waits until what matches has the focus. */
  waitFocused: (wanted: RegExp) => Promise<void>
}

interface Focused {
  name: string
  id: string
  isVisible: boolean
}

export function keyboardOf(t: Test, page): Keyboard {
  const look = (): Promise<Focused> => page.evaluate(lookAtFocus)
  const focused = async (): Promise<string> => (await look()).name
  return {
    focused,
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: text => page.keyboard.type(text),
    async tabTo(wanted) {
      const passed: string[] = []
      for (let step = 0; step < MAX_STEPS; step++) {
        await page.keyboard.press('Tab')
        const { name, id, isVisible } = await look()
        if (name !== '' && !isVisible) t.fail(`The focus on ${name} cannot be seen`)
        if (wanted.test(name) || wanted.test(id)) return
        passed.push(name || id)
      }
      throw new Error(`Tab does not reach ${wanted} on ${page.url()}. It reached ${passed.join(' | ').slice(0, 3_000)}`)
    },
    async waitFocused(wanted) {
      const isThere = ({ source, flags }) => {
        const one = document.activeElement
        // The link in the navigation has the name of the page that it opens.
        if (one === null || one === document.body || one.closest('nav')) return false
        return new RegExp(source, flags).test(one.getAttribute('aria-label') ?? one.textContent)
      }
      await page.waitForFunction(isThere, { source: wanted.source, flags: wanted.flags }).catch(async error => {
        throw new Error(`${wanted} has no focus, but: ${JSON.stringify(await look())}`, { cause: error })
      })
    }
  }
}

/** Runs in the page. A hidden file input shows its focus on its label. */
function lookAtFocus(): Focused {
  const one = document.activeElement
  if (one === null || one === document.body) return { name: '', id: '', isVisible: false }
  const shown = one.classList.contains('visually-hidden') ? one.closest('label') : one
  const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? one)
  const { top, bottom, left, right } = (shown ?? one).getBoundingClientRect()
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const labels = one instanceof HTMLInputElement && one.labels ? [...one.labels].map(label => label.textContent) : []
  const name = one.getAttribute('aria-label') ?? (labels.join(' ').trim() || one.textContent.trim())
  return { name: name || one.tagName, id: one.id, isVisible: isInView && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 }
}
