import { type ReactNode, useId } from 'react'

/** A section of the page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-16 border-base-300 border-t pt-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="mt-6 grid grid-cols-1 gap-8">{children}</div>
    </section>
  )
}

/** A component in one state, with the name of the state. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-3 text-quiet text-sm">{name}</h3>
      {children}
    </div>
  )
}
