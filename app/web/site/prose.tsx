import { TextLink } from '../ui/controls.tsx'

export interface ProseElement {
  tag: 'p' | 'ul' | 'li' | 'strong' | 'a' | 'address' | 'span'
  href?: string
  children: ProseNode[]
}

export type ProseNode = string | ProseElement

const CLASSES: Partial<Record<ProseElement['tag'], string>> = {
  address: 'not-italic',
  span: 'block',
}

/** A text that was written in Markdown (prose.server.ts). */
export function Prose({ nodes }: { nodes: ProseNode[] }) {
  return nodes.map((node, i) => {
    if (typeof node === 'string') return node
    const { tag: Tag, href, children } = node
    const inner = <Prose nodes={children} />
    if (href === undefined) {
      return (
        <Tag key={i} className={CLASSES[Tag]}>
          {inner}
        </Tag>
      )
    }
    return (
      <TextLink key={i} href={href} rel={href.startsWith('https:') ? 'noopener' : undefined}>
        {inner}
      </TextLink>
    )
  })
}
