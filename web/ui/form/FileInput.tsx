import type { ComponentProps } from 'react'

/** Chooses a file. */
export function FileInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...props}
      type="file"
      className="input field h-auto cursor-pointer py-2 pl-2 file:mr-3 file:cursor-pointer file:rounded-field file:border-0 file:bg-base-300 file:px-4 file:py-2 file:font-medium file:text-base-content"
    />
  )
}
