import { randomUUID } from 'node:crypto'
import type { Server } from '#server/testing/server-process.ts'
import { demoAdmin } from '../people.ts'

/** Adds a doctor through the API, as the demo admin. By default the picture is hosted elsewhere. Returns a function
 *  that deletes the doctor. */
export async function addDoctor(
  server: Pick<Server, 'url'>,
  {
    name,
    specialty,
    img = 'https://pictures.example/portrait.webp',
  }: { name: string; specialty: string; img?: string },
): Promise<() => Promise<void>> {
  const { email: admin, cookies } = await demoAdmin(server)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const send = async (method: string, path: string, body: object | undefined, proof: Record<string, string>) => {
    const headers = { origin: server.url, ...proof, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { token } = await send('PUT', `/user/${admin}`, { email: admin }, { cookie })
  const bearer = { authorization: `Bearer ${token}` }
  const email = `${randomUUID().slice(0, 8)}@clinic.example`
  await send('POST', '/doctor', { name, email, specialty, img }, bearer)
  return async () => {
    await send('DELETE', `/doctor/${email}`, undefined, bearer)
  }
}
