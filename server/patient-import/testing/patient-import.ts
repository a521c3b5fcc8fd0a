import { vi } from 'vitest'
import type { DateOrder } from '#contract/patient/date-order.ts'
import type { ImportDetails, ImportEncoding, ImportKind, ImportStartInput } from '#contract/patient/import.ts'
import type { TestApp } from '#server/testing/app.ts'

/** Returns the calls by which an admin imports and exports, on an app. */
export async function openTestImports(server: TestApp) {
  const { app } = server
  const admin = await server.person({ role: 'admin' })
  const headers = admin.bearer
  const soon = { timeout: 120_000, interval: 20 }

  type Upload = { kind?: ImportKind; name?: string; encoding?: ImportEncoding; dateOrder?: DateOrder }
  const upload = (text: string | Buffer, { kind = 'patients', name = 'patients.csv', encoding }: Upload = {}) => {
    const boundary = 'a-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from(`\r\n--${boundary}--\r\n`)])
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return app.inject({
      method: 'POST',
      url: `/patient-imports?kind=${kind}${encoding ? `&encoding=${encoding}` : ''}`,
      headers: { ...headers, ...type },
      payload,
    })
  }
  const read = async (id: string): Promise<ImportDetails> =>
    (await app.inject({ url: `/patient-imports/${id}`, headers })).json()
  const step = (id: string, name: 'check' | 'start' | 'cancel' | 'undo', payload: object = {}) =>
    app.inject({ method: 'POST', url: `/patient-imports/${id}/${name}`, headers, payload })
  /** Waits until an import has a state. */
  const until = async (id: string, state: ImportDetails['state']): Promise<ImportDetails> => {
    return vi.waitFor(async () => {
      const found = await read(id)
      if (found.state !== state) throw new Error(`The import is ${found.state}`)
      return found
    }, soon)
  }
  const check = async (text: string | Buffer, options: Upload = {}) => {
    const uploaded = await upload(text, options)
    if (uploaded.statusCode !== 200) throw new Error(uploaded.body)
    const { _id, columns }: ImportDetails = uploaded.json()
    const started = await step(_id, 'check', { columns, dateOrder: options.dateOrder })
    if (started.statusCode !== 200) throw new Error(started.body)
    return until(_id, 'checked')
  }
  const start = async (id: string, { duplicates = {}, ...choices }: Partial<ImportStartInput> = {}) => {
    const started = await step(id, 'start', { duplicates, ...choices })
    if (started.statusCode !== 200) throw new Error(started.body)
    return until(id, 'imported')
  }

  return {
    ...{ admin, upload, read, step, until, check, start },
    /** Uploads, checks and imports a file. */
    run: async (text: string | Buffer, choices?: Partial<ImportStartInput>, options?: Upload) =>
      start((await check(text, options))._id, choices),
    undo: async (id: string) => {
      const started = await step(id, 'undo')
      if (started.statusCode !== 200) throw new Error(started.body)
      return until(id, 'undone')
    },
    get: (url: string) => app.inject({ url, headers }),
  }
}
