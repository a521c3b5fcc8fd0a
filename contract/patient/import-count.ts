import type { ImportDetails, ImportStartInput } from './import.ts'

/** Returns how many patients or appointments an import will add by these choices, and in how many rows it looks for
 *  details that known patients lack. */
export function countToImport(
  found: Pick<ImportDetails, 'rows' | 'faulty' | 'outside' | 'duplicates'>,
  { duplicates, keepOutside = false }: ImportStartInput,
): { added: number; filled: number } {
  const choiceOf = (kind: ImportDetails['duplicates'][number]['kind']) =>
    duplicates[kind] ?? (kind === 'family' ? 'add' : 'skip')
  const countOf = (choice: 'skip' | 'update') =>
    found.duplicates.reduce((sum, { kind, count }) => sum + (choiceOf(kind) === choice ? count : 0), 0)
  const readable = found.rows - found.faulty + (keepOutside ? found.outside : 0)
  const filled = countOf('update')
  return { added: readable - countOf('skip') - filled, filled }
}
