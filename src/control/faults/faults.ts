import { Failure, shown } from '../../base/failure.ts'
import type { SharedOrdinals } from '../../limits/shared-ordinals.ts'
import { parseTime } from '../../market/time.ts'
import { checkRule, type Nameable } from './check-rule.ts'
import { type Draw, delayOf, drawOf } from './draw.ts'
import { type Do, type FaultChange, type FaultRule, mostRules } from './fault-schemas.ts'
import { type Draws, type RequestFacts, Rule, type RuleCounts } from './rule.ts'

export interface Fault {
  /** `<rule>#<ordinal>`, as in the header X-Sandbox-Fault. */
  label: string
  do: Do
  delay: number
}

interface RuleProgress extends RuleCounts {
  /** ISO 8601 start of `until.for`. */
  began?: string
}

interface FaultGround extends Draws {
  known: Nameable
  /** The tenant's time, or real time if its clock is not set. */
  now(): number
  shared: SharedOrdinals | undefined
}

/** The fault rules of a tenant; the first rule that matches a request and is due applies. */
export class Faults {
  readonly #ground: FaultGround
  #rules: Rule[] = []
  #made = 0
  #fromHeaders = 0
  readonly #drawForHeader: Draw

  constructor(ground: FaultGround) {
    this.#ground = ground
    this.#drawForHeader = drawOf(ground.seed, ground.tenant, 'header')
  }

  list(): Rule[] {
    return this.#rules
  }

  /** @throws Failure if a rule is invalid */
  check(rules: readonly FaultRule[]): void {
    for (const rule of rules) checkRule(rule, this.#ground.known)
    const named = rules.flatMap(({ id }) => id ?? [])
    const twice = named.find((id, n) => named.indexOf(id) !== n)
    if (twice !== undefined) throw new Failure('badParameter', `two rules have the id ${shown(twice)}`)
  }

  /** @throws Failure if a rule is invalid; the present rules then stay */
  replace(rules: readonly (FaultRule & RuleProgress)[]): void {
    this.check(rules)
    const named = rules.flatMap(({ id }) => id ?? [])
    this.#rules = []
    for (const { seen = 0, struck, began, ...rule } of rules)
      this.#rules.push(this.#ruleOf(rule, { seen, struck, ...(began !== undefined && { began }) }, named))
  }

  /** Adopts rules that every replica has from the start: ordinals that other replicas gave out stay. */
  adopt(rules: readonly FaultRule[]): void {
    this.#rules = rules.map(rule => new Rule({ ...rule, id: rule.id! }, this.#ground, this.#ground.now()))
  }

  restart(): void {
    for (const rule of this.#rules) {
      rule.seen = 0
      this.#ground.shared?.set(this.#nameOf(rule), 0)
    }
  }

  async refresh(): Promise<void> {
    for (const rule of this.#rules) rule.seen = (await this.#ground.shared?.seen(this.#nameOf(rule))) ?? rule.seen
  }

  add(given: FaultRule): Rule {
    checkRule(given, this.#ground.known)
    if (this.#rules.length >= mostRules)
      throw new Failure('badParameter', `a tenant has at most ${mostRules} rules: DELETE some of them`)
    if (this.#rules.some(({ id }) => id === given.id))
      throw new Failure('conflict', `there is already a rule ${shown(given.id!)}: PATCH it, or use another id`)
    const rule = this.#ruleOf(given)
    this.#rules.push(rule)
    return rule
  }

  /** Restarts the count of the rule at 1. */
  change(id: string, change: FaultChange): Rule {
    const old = this.#find(id)
    const given: FaultRule = { ...old.given, ...change }
    checkRule(given, this.#ground.known)
    const rule = this.#ruleOf({ ...given, id })
    this.#rules = this.#rules.map(one => (one === old ? rule : one))
    return rule
  }

  remove(id: string): void {
    const rule = this.#find(id)
    this.#rules = this.#rules.filter(one => one !== rule)
  }

  clear(): void {
    this.#rules = []
    this.#made = 0
    this.#fromHeaders = 0
    this.#ground.shared?.set(`${this.#ground.tenant}//header`, 0)
  }

  /** Each is made when it is taken: those of many rules have a million ordinals. */
  schedules(count: number) {
    return this.#rules.values().map(rule => rule.schedule(count))
  }

  /** The fault of the request's own header. */
  async asked(effect: Do): Promise<Fault> {
    const { tenant, shared } = this.#ground
    // The slashes keep this name apart from names of rules.
    const ordinal = (await shared?.next(`${tenant}//header`)) ?? ++this.#fromHeaders
    const delay = delayOf(effect.delay, purpose => this.#drawForHeader(ordinal, purpose))
    return { label: `header#${ordinal}`, do: effect, delay }
  }

  /** The fault for a request. */
  async hit(facts: RequestFacts): Promise<Fault | undefined> {
    const now = this.#ground.now()
    for (const rule of this.#rules.filter(rule => !rule.isOver(now) && rule.matches(facts))) {
      const ordinal = (await this.#ground.shared?.next(this.#nameOf(rule))) ?? rule.seen + 1
      rule.seen = Math.max(rule.seen, ordinal)
      if (rule.strikes(ordinal))
        return { label: `${rule.id}#${ordinal}`, do: rule.given.do, delay: rule.delay(ordinal) }
    }
    return undefined
  }

  #ruleOf(given: FaultRule, { seen = 0, struck, began }: RuleProgress = {}, taken: readonly string[] = []): Rule {
    const id = given.id ?? this.#freeId(taken)
    const start = began === undefined ? this.#ground.now() : parseTime(began)!
    const rule = new Rule({ ...given, id }, this.#ground, start, { seen, struck })
    this.#ground.shared?.set(this.#nameOf(rule), seen)
    return rule
  }

  #nameOf({ id }: Rule): string {
    return `${this.#ground.tenant}/${id}`
  }

  #freeId(taken: readonly string[]): string {
    const known = new Set([...taken, ...this.#rules.map(({ id }) => id)])
    do this.#made++
    while (known.has(`f${this.#made}`))
    return `f${this.#made}`
  }

  #find(id: string): Rule {
    const rule = this.#rules.find(one => one.id === id)
    if (rule) return rule
    const known = this.#rules.map(one => one.id).join(', ') || 'none'
    throw new Failure('notFound', `there is no rule ${shown(id)}; known are ${known}`)
  }
}
