import { randomUUID } from 'node:crypto'

type Burst = { origin: string; publicUrl: string; connections: number; until: () => boolean }

/** Sends sign-ups from one address until `until`. Returns how many were answered with each status. */
export async function sendSignUps({ origin, publicUrl, connections, until }: Burst): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const loop = async () => {
    while (!until()) {
      const response = await fetch(`${origin}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl, 'x-forwarded-for': '192.0.2.1' },
        body: JSON.stringify({ name: 'Ann', email: `${randomUUID()}@bench.example`, password: 'a sound passphrase' }),
      })
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return statuses
}
