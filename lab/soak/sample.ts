import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What a process uses: resident memory in MB, open file descriptors, and those of them that are sockets. */
export type Sample = { seconds: number; residentMb: number; files: number; sockets: number }

/** Reads what a process uses. Linux only. */
export function sampleProcess(pid: number, seconds: number): Sample {
  const residentMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const open = readdirSync(`/proc/${pid}/fd`).map((file) => kindOf(`/proc/${pid}/fd/${file}`))
  return { seconds, residentMb, files: open.length, sockets: open.filter((kind) => kind.startsWith('socket')).length }
}

function kindOf(link: string) {
  try {
    return readlinkSync(link)
  } catch {
    // Closed meanwhile.
    return ''
  }
}

/** Returns the slope of a least-squares line through the points, per unit of x. */
export function slopeOf(points: { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const sum = (read: (point: { x: number; y: number }) => number) => points.reduce((all, point) => all + read(point), 0)
  return sum(({ x, y }) => (x - meanX) * (y - meanY)) / sum(({ x }) => (x - meanX) ** 2)
}

/** Returns a chart of one line: the higher the block, the closer the value is to the largest. */
export function chartOf(values: number[], width = 60): string {
  const blocks = '▁▂▃▄▅▆▇█'
  const step = Math.max(1, values.length / width)
  const shown = Array.from({ length: Math.min(width, values.length) }, (_, at) => values[Math.floor(at * step)] ?? 0)
  const [min, max] = [Math.min(...shown), Math.max(...shown)]
  return shown.map((value) => blocks[Math.round(((value - min) / (max - min || 1)) * (blocks.length - 1))]).join('')
}
