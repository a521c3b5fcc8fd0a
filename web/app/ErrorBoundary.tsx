import { Component, type ReactNode } from 'react'
import type { Location } from 'react-router'

interface Props {
  children: ReactNode
  /** Shown after an error, until the location changes. */
  fallback: ReactNode
  location: Location
}

type State = { hasFailed: boolean; location: Location }

/** Shows `fallback` when a component below it throws. React lets only classes catch errors. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, location: this.props.location }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return location === state.location ? null : { hasFailed: false, location }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
