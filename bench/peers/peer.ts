import type { Subject, SubjectId } from '../subject.ts'

/** A server of others, which sends one stored page for each load. */
export function peer(id: SubjectId, title: string, argsFor: (port: number) => string[]): Subject {
  const launch = (port: number) => ({ args: argsFor(port) })
  return { id, title, peer: true, headers: {}, launch, paths: ({ load }) => [`/${load.id}`] }
}
