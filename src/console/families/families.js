import { useAnswers } from '../base/api.js'
import { Chart, pointsOf } from '../base/chart.js'
import { follow, go, linkTo, useTitle } from '../base/location.js'
import { Asked, Choice, pairsOf, Table, Trouble, Typed, Waiting, WaitingPicture } from '../base/parts.js'
import { html, useMemo } from '../preact.js'
import { groups } from './family-list.js'

const families = Object.assign({}, ...Object.values(groups))

/** A family whose operations this server has. */
const isServed = (about, { needs }) => !needs || about.operations.some(({ path }) => path.includes(needs))

export function Families({ family: asked, about, ...place }) {
  const name = asked ?? 'pool'
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  useTitle(family?.title ?? 'Other data')
  return html`<div class="families">
    <${Menu} chosen=${name} about=${about} place=${place} />
    ${
      family === undefined || !isServed(about, family)
        ? html`<section class="card"><h2>There is no “${name}” here</h2><p>Choose from the menu.</p></section>`
        : html`<${Family} key=${name} family=${family} place=${place} />`
    }</div>`
}

/** Scrolls the menu, not the page. */
function showChosen(link) {
  const menu = link?.closest('.menu')
  if (menu && link.offsetTop + link.offsetHeight > menu.clientHeight)
    menu.scrollTop = link.offsetTop - menu.clientHeight / 2
}

function Menu({ chosen, about, place: { instrument, interval } }) {
  const kept = { instrument, interval }
  const links = Object.entries(groups).map(([title, some]) => [
    title,
    Object.entries(some).filter(([, one]) => isServed(about, one)),
  ])
  const options = links.flatMap(([, some]) => some.map(([code, one]) => [code, one.title]))
  return html`<nav class="card menu" aria-label="Other data">
    <div class="compact"><${Choice} label="Data" value=${chosen} options=${options} onChange=${family => go({ view: 'families', family, ...kept })} /></div>
    ${links.map(
      ([title, some]) =>
        some.length > 0 &&
        html`<h4>${title}</h4><ul>${some.map(
          ([code, one]) =>
            html`<li><a href=${linkTo({ view: 'families', family: code, ...kept }, {})} onClick=${follow} aria-current=${code === chosen ? 'page' : undefined} ref=${code === chosen ? showChosen : undefined} title=${one.about}>
              <b>${one.title}</b> <small class="quiet">${one.about}</small></a></li>`,
        )}</ul>`,
    )}</nav>`
}

/** A field's choices come from a response; some families begin with the first choice. */
function Family({ family, place }) {
  const lists = [...new Set(Object.values(family.fields).flatMap(({ list }) => (list ? [list] : [])))]
  const { answers, error, again } = useAnswers(lists)
  const fields = Object.entries(family.fields).map(([name, field]) => {
    const answer = field.list && answers?.[lists.indexOf(field.list)]
    const options = pairsOf(field.list ? (answer ? field.options(answer, place) : []) : (field.options ?? []))
    const codes = options.map(([code]) => code)
    const preferred = field.prefer && options.find(([, text]) => field.prefer.test(text))?.[0]
    // A store of own data may not have the usual value.
    const usual = answer && !codes.includes(field.value) ? undefined : field.value
    const value = place[name] ?? usual ?? preferred ?? codes[0]
    return { name, ...field, options, value, waits: Boolean(field.list) && !answers }
  })
  const waiting = fields.some(({ waits, value }) => waits && value === undefined)
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  return html`<section class="card family" aria-label=${family.title}>
    <div class="head"><h2>${family.title}</h2></div>
    <p class="quiet">${family.about}.</p>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    <div class="row fields">${fields.map(field => html`<${Field} key=${field.name} field=${field} />`)}</div>
    ${waiting ? !error && html`<${Waiting} />` : Object.values(values).includes(undefined) ? html`<p class="quiet">This store has no data of this kind.</p>` : html`<${Picture} family=${family} values=${values} />`}
  </section>`
}

function Field({ field: { name, label, options, value, typed, sets, hint } }) {
  const choose = chosen => go({ [name]: chosen, ...sets })
  if (!typed && options.length > 0)
    return html`<${Choice} label=${label} value=${value} options=${options} onChange=${choose} />`
  return html`<label>${label}
    <${Typed} size=${Math.min(44, Math.max(10, String(value || hint || '').length + 3))} placeholder=${hint} value=${value} list=${options.length > 0 ? `options-${name}` : undefined} onChange=${text => choose(text || undefined)} />
    ${options.length > 0 && html`<datalist id=${`options-${name}`}>${options.map(([one, text]) => html`<option value=${one}>${text}</option>`)}</datalist>`}
  </label>`
}

function Picture({ family, values }) {
  const { title, time, series = [], columns, more, Own } = family
  const paths = family.paths(values)
  const { answers, error, again, busy, of } = useAnswers(paths)
  const [first] = answers ?? []
  const drawn = useMemo(() => {
    if (!answers) return []
    const made = typeof series === 'function' ? series(answers, values) : series
    const data = value => pointsOf(first.data.map(row => [time(row), value(row)]))
    return made.map(({ value, ...one }) => (one.data ? one : { ...one, data: data(value) }))
  }, [answers])
  if (error && of === paths.join('\n'))
    return html`<${Trouble} error=${error} again=${again} /><${Asked} paths=${paths} />`
  if (!answers) return html`<${WaitingPicture} />`
  const extra = [more?.(answers, values) ?? []].flat()
  return html`<div class=${busy ? 'busy' : ''} aria-busy=${busy}>
    <div class="calls"><${Asked} paths=${paths} answers=${answers} /></div>
    ${Own && html`<${Own} answers=${answers} values=${values} />`}
    ${drawn.length > 1 && html`<p class="row">${drawn.map(one => one.title && one.swatch && html`<span><span class="swatch" style=${{ background: `var(--${one.tone})` }}></span> ${one.title}</span>`)}</p>`}
    ${drawn.some(({ data }) => data.length > 0) && html`<${Chart} label=${title} series=${drawn} />`}
    <div class="columns records">
      ${columns && html`<div><h4>Records</h4><${Table} label=${`Records of ${title}`} columns=${columns} rows=${Array.isArray(first.data) ? first.data.slice(0, 500) : []} empty="No records for this choice." /></div>`}
      ${extra.map(({ title, columns, rows }) => html`<div><h4>${title}</h4><${Table} label=${title} columns=${columns} rows=${rows} /></div>`)}
    </div></div>`
}
