import { computed, effect, signal } from '@preact/signals'

const STORED = 'toolgate.theme'
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const stored = localStorage.getItem(STORED)
const theme = signal<Theme>(THEMES.find(name => name === stored) ?? 'system')

const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const systemIsDark = signal(prefersDark.matches)

/** Whether the dark colors are shown. Plots read their colors again when it changes. */
export const isDark = computed(() => (theme.value === 'system' ? systemIsDark.value : theme.value === 'dark'))

/** Switches to the other colors; to those of the system if these are the other ones. */
export function toggleTheme(): void {
  const dark = !isDark.peek()
  theme.value = dark === systemIsDark.peek() ? 'system' : dark ? 'dark' : 'light'
}

export function startTheme(): void {
  prefersDark.addEventListener('change', ({ matches }) => {
    systemIsDark.value = matches
  })
  effect(() => {
    document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light'
    if (theme.value === 'system') localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, theme.value)
  })
}
