import { AsyncLocalStorage } from 'node:async_hooks'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { AnswerGet, Render } from '#contract/site/render.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { answerBy } from '#web/api/http/transport.ts'
import { replaceClinic } from '#web/clinic.ts'
import { startMembersClient } from '#web/session/members-client.ts'
import { startSession } from '#web/session/store.ts'
import { App } from './App.tsx'
import { prepare } from './prepare.ts'
import { loadPage, paramsAt } from './routes.tsx'

// Runs on the server (server/site/rendering.ts).

const transports = new AsyncLocalStorage<AnswerGet>()
answerBy((path) => {
  const answer = transports.getStore()
  if (!answer) throw new Error('Only a page that is being rendered may ask')
  return answer(path)
})

export const render: Render = async (address, clinic, answer) => {
  replaceClinic(clinic)
  const client = createQueryClient()
  const at = { params: paramsAt(address.pathname), search: address.search }
  const parts = await loadPage(address.pathname)
  const person = await transports.run(answer, () => prepare(parts, at, client))
  const queries = client.getQueryCache().getAll()
  if (!person || queries.some(({ state }) => state.status === 'error')) return undefined
  // All renders share what follows, so nothing may wait before its end.
  replaceClinic(clinic)
  startSession({ status: 'in', person })
  startMembersClient(client)
  try {
    return renderToString(
      <StaticRouter location={address}>
        <App />
      </StaticRouter>,
    )
  } finally {
    startSession({ status: 'loading' })
    startMembersClient()
    client.clear()
  }
}
