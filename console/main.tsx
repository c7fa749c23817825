import { render } from 'preact'
import { startApprovals } from './app/approvals.ts'
import { startClock } from './app/clock.ts'
import { keepFocus } from './app/focus.ts'
import { startRouter } from './app/router.ts'
import { openSession } from './app/session.ts'
import { Shell } from './app/shell.tsx'
import { startTheme } from './app/theme.ts'
import './styles/base.css'
import './styles/components.css'

startTheme()
startRouter()
startClock()
openSession()
startApprovals()
const root = document.getElementById('console')
if (root) {
  render(<Shell />, root)
  keepFocus(root)
}
