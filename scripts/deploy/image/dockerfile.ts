import {
  type Copy,
  DockerfileParser,
  type Env,
  type From,
  type Instruction,
  type JSONInstruction,
} from 'dockerfile-ast'

/** A step of a stage, in the order of the file. */
export type Step =
  | { kind: 'workdir'; path: string }
  | { kind: 'copy'; from: string | undefined; sources: string[]; target: string }
  | { kind: 'run'; command: string }
  | { kind: 'env'; variables: Record<string, string> }

/** A stage of an image. `parent` is the stage that it begins with; undefined for an image from a registry. */
type Stage = { name: string | undefined; parent: string | undefined; steps: Step[] }

/** An image: its stages, and the commands that a container of the last one runs. */
export type Dockerfile = { stages: Stage[]; cmd: string[]; healthcheck: string[] }

/** Instructions that add no file and run nothing during a build. */
const declarations = ['ARG', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']

/** Reads a Dockerfile.
 *  @throws if it has an instruction, or a flag, that this does not know */
export function readDockerfile(text: string): Dockerfile {
  const instructions = DockerfileParser.parse(text).getInstructions()
  const stages: Stage[] = []
  for (const instruction of instructions) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') stages.push(stageOf(instruction as From, stages))
    else if (!declarations.includes(keyword)) stages.at(-1)?.steps.push(stepOf(keyword, instruction))
  }
  return { stages, cmd: commandOf(instructions, 'CMD'), healthcheck: healthcheckOf(instructions) }
}

function stageOf(from: From, stages: readonly Stage[]): Stage {
  const image = from.getImage() ?? ''
  const parent = stages.find(({ name }) => name === image)?.name
  return { name: from.getBuildStage() ?? undefined, parent, steps: [] }
}

function stepOf(keyword: string, instruction: Instruction): Step {
  const args = instruction.getArguments().map((argument) => argument.getValue())
  switch (keyword) {
    case 'WORKDIR':
      return { kind: 'workdir', path: args[0] ?? '' }
    case 'RUN':
      return { kind: 'run', command: instruction.getArgumentsContent() ?? '' }
    case 'ENV':
      return { kind: 'env', variables: variablesOf(instruction as Env) }
    case 'COPY':
      return copyOf(instruction as Copy, args)
    default:
      throw new Error(`The Dockerfile has ${keyword}, which the test of the image does not know`)
  }
}

function copyOf(copy: Copy, args: string[]): Step {
  const flags = copy.getFlags()
  const unknown = flags.find((flag) => flag.getName() !== 'from')
  if (unknown) throw new Error(`COPY has the flag ${unknown.getName()}, which the test of the image does not know`)
  const [target = '', ...sources] = args.toReversed()
  return { kind: 'copy', from: flags[0]?.getValue() ?? undefined, sources: sources.reverse(), target }
}

function variablesOf(env: Env): Record<string, string> {
  return Object.fromEntries(env.getProperties().map((property) => [property.getName(), property.getValue() ?? '']))
}

function commandOf(instructions: readonly Instruction[], keyword: string): string[] {
  const instruction = instructions.findLast((each) => each.getKeyword() === keyword) as JSONInstruction | undefined
  return wordsOf(instruction?.getArgumentsContent() ?? '[]')
}

function healthcheckOf(instructions: readonly Instruction[]): string[] {
  const text = instructions.find((each) => each.getKeyword() === 'HEALTHCHECK')?.getArgumentsContent() ?? ''
  return wordsOf(/\bCMD\s+(\[.*\])\s*$/s.exec(text)?.[1] ?? '[]')
}

// The exec form, in which nothing is read by a shell.
function wordsOf(json: string): string[] {
  const words: unknown = JSON.parse(json)
  if (!Array.isArray(words)) throw new Error(`${json} is not in exec form`)
  return words.map(String)
}
