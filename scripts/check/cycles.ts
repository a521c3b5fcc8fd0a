import type { Import } from './import-graph.ts'
import type { Violation } from './source-tree.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** Returns a violation for each circle of files that import one another, types included. */
export function importCycles(imports: readonly Import[]): Violation[] {
  const graph = toGraph(imports)
  const reported = new Set<string>()
  return [...graph.keys()].flatMap((file) => {
    const circle = reported.has(file) ? undefined : shortestCircle(graph, file)
    if (!circle) return []
    for (const each of circle) reported.add(each)
    const advice = `${[...circle, file].join(' → ')}. Move what they share into a file of its own that imports none of them.`
    return [{ file, rule: 'import cycle', advice }]
  })
}

function toGraph(imports: readonly Import[]): Graph {
  const graph = new Map<string, string[]>()
  for (const { file, target, isPackage } of imports) {
    if (!isPackage) graph.set(file, [...(graph.get(file) ?? []), target])
  }
  return graph
}

/** Returns the files on the shortest way from `start` back to itself, breadth first; undefined without one. */
function shortestCircle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return wayTo(file, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const before = cameFrom.get(file)
  return before === undefined ? [file] : [...wayTo(before, cameFrom), file]
}
