import { randomUUID } from 'node:crypto'
import { publicUrl } from '../kit/server-process.ts'
import type { MixResult } from './mix.ts'
import type { RunMix } from './mix-apart.ts'

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

/** Runs a mix without and with 200 connections that sign up, and returns the ratio of its p99 for each round. */
export async function burstRatios(
  run: RunMix,
  mix: Parameters<RunMix>[0],
  origin: string,
  rounds: number,
): Promise<number[]> {
  const sum = ({ kinds: of }: MixResult) => of.available.p99 + of.list.p99 + of.book.p99
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const without = await run(mix)
    let isOver = false
    const burst = sendSignUps({ origin, publicUrl, connections: 200, until: () => isOver })
    const during = await run(mix)
    isOver = true
    await burst
    ratios.push(sum(during) / sum(without))
  }
  return ratios
}
