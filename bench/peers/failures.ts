import type { Subject, SubjectId } from '../subject.ts'

/** A subject that could not be measured, and why. */
export interface Failed {
  id: SubjectId
  title: string
  reason: string
}

/** What peers could not do. A failure of this project's own ends the bench instead. */
export class Failures {
  readonly all: Failed[] = []

  note({ id, title, peer }: Pick<Subject, 'id' | 'title' | 'peer'>, error: unknown): void {
    if (!peer) throw error
    const reason = (error as Error).message.replace(title, '').replaceAll(/\s+/g, ' ').trim().slice(0, 200)
    if (!this.has(id)) this.all.push({ id, title, reason })
    process.stderr.write(`${title}: ${reason}\n`)
  }

  has(id: SubjectId): boolean {
    return this.all.some(failed => failed.id === id)
  }
}
