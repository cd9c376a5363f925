type Props = { readonly type: 'application/json' | 'application/ld+json'; readonly data: object }

/** JSON within a page. `<` is escaped, so that no text can end the script block. */
export const JsonScript = ({ type, data }: Props) => (
  <script
    type={type}
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', String.raw`\u003c`) }}
  />
)
