import type { ReactNode } from 'react'
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  render,
  Section,
  Text,
  toPlainText,
} from 'react-email'
import * as style from './email-styles.ts'

export type Email = { readonly subject: string; readonly html: string; readonly text: string }

/** Venue details in the header and footer of emails. */
export type Sender = {
  readonly name: string
  readonly tagline: string
  readonly address: string
  readonly phone: string
  readonly phoneText: string
  readonly email: string
}

export type EmailContent = {
  readonly sender: Sender
  readonly subject: string
  /** Preview text that mail clients show beside the subject. */
  readonly preview: string
  readonly title: string
  readonly body: ReactNode
  /** Reason for receiving the email, shown in the footer. */
  readonly reason: string
}

/** Renders an email as HTML in the venue's layout and as plain text. */
export async function renderEmail(content: EmailContent): Promise<Email> {
  const html = await render(<Paper {...content} />)
  return { subject: content.subject, html, text: `${toPlainText(html, AS_TEXT)}\n` }
}

/** Plain text keeps tables of facts as tables and does not capitalize names. */
const AS_TEXT: Parameters<typeof toPlainText>[1] = {
  selectors: [
    {
      selector: '[data-text-format="dataTable"]',
      format: 'dataTable',
      options: { uppercaseHeaderCells: false, maxColumnWidth: 56, colSpacing: 3 },
    },
    ...['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['mailto', 'tel'].map((scheme) => ({
      selector: `a[href^="${scheme}:"]`,
      format: 'anchor',
      options: { ignoreHref: true },
    })),
  ],
}

function Paper({ sender, subject, preview, title, body, reason }: EmailContent) {
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Programs that turn colours around by guessing make brass on cream unreadable. */}
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
      </Head>
      <Body style={style.GROUND}>
        <div style={style.HIDDEN} data-skip-in-text="true">
          {preview}
        </div>
        <div role="article" aria-label={subject}>
          <Container style={style.PAPER}>
            <Tiles />
            <Section style={style.SHEET}>
              <Text style={style.VENUE_NAME}>{sender.name}</Text>
              <Text style={style.TAGLINE}>{sender.tagline}</Text>
              <Rule />
              <Heading as="h1" style={style.TITLE}>
                {title}
              </Heading>
              {body}
              <Rule />
              <Text style={style.FOOT}>
                {sender.name}
                <br />
                {sender.address}
                <br />
                <Link href={`tel:${sender.phone}`} style={style.FOOT_LINK}>
                  {sender.phoneText}
                </Link>
                {' · '}
                <Link href={`mailto:${sender.email}`} style={style.FOOT_LINK}>
                  {sender.email}
                </Link>
              </Text>
              <Text style={style.FOOT}>{reason} Times are local to the venue.</Text>
            </Section>
          </Container>
        </div>
      </Body>
    </Html>
  )
}

/** Tile pattern of table cells, since many mail clients block images. */
function Tiles() {
  const colours = Array.from({ length: 24 }, (_, i) => style.TILES[i % style.TILES.length])
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" data-skip-in-text="true">
      <tbody>
        <tr>
          {colours.map((backgroundColor, i) => (
            <td key={i} style={{ ...style.TILE, backgroundColor }}>
              &nbsp;
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

type Inner = { readonly children: ReactNode }

export const Paragraph = ({ children }: Inner) => <Text style={style.TEXT}>{children}</Text>

export const Rule = () => <Hr style={style.RULE} />

export const Subtitle = ({ children }: Inner) => (
  <Heading as="h2" style={style.SUBHEADING}>
    {children}
  </Heading>
)

/** Quotes text as written, with its line breaks. */
export const Quote = ({ text }: { readonly text: string }) => (
  <Text style={style.TEXT}>
    {text.split(/\r\n|\r|\n/).flatMap((line, i) => (i === 0 ? [line] : [<br key={i} />, line]))}
  </Text>
)

type Looked = { readonly code: string } | { readonly amount: string }

/** Large panel for the main fact: a code, spaced to be read one character at a time, or an amount. */
export const Ticket = ({ label, children, ...looked }: Looked & Inner & { readonly label: string }) => (
  <Section style={style.TICKET}>
    <Text style={style.EYEBROW}>{label}</Text>
    {'code' in looked ? (
      <Text style={style.CODE}>{looked.code}</Text>
    ) : (
      <Text style={style.SUM_OF_MONEY}>{looked.amount}</Text>
    )}
    {children}
  </Section>
)

/** A square inline image attached to the email. */
export const Picture = ({ cid, alt }: { readonly cid: string; readonly alt: string }) => (
  <Img src={`cid:${cid}`} width="180" height="180" alt={alt} style={style.QR} />
)

export const Note = ({ children }: Inner) => <Text style={style.NOTE}>{children}</Text>

/** Link within a text, for an action that the email does not ask for. */
export const TextLink = ({ href, children }: Inner & { readonly href: string }) => (
  <Link href={href} style={style.FOOT_LINK}>
    {children}
  </Link>
)

type LinkedText = { readonly text?: string; readonly label: string; readonly link: string }

/** A paragraph that ends with a link, or is one. */
export const LinkedParagraph = ({ of }: { readonly of: LinkedText | null }) =>
  of === null ? null : (
    <Paragraph>
      {of.text === undefined ? null : `${of.text} `}
      <TextLink href={of.link}>{of.label}</TextLink>
    </Paragraph>
  )

type Fact = readonly [label: string, value: string]

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <table data-text-format="dataTable" style={style.TABLE} cellPadding="0" cellSpacing="0">
    <tbody>
      {facts.map(([label, value]) => (
        <tr key={label}>
          <th scope="row" style={style.LABEL}>
            {label}
          </th>
          <td style={style.VALUE}>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Order lines and their total. */
export const Bill = ({ lines, total }: { readonly lines: readonly Fact[]; readonly total: Fact }) => (
  <table data-text-format="dataTable" style={style.TABLE} cellPadding="0" cellSpacing="0">
    <tbody>
      {[...lines, total].map(([label, amount], i) => {
        const isTotal = i === lines.length
        return (
          <tr key={i}>
            <th scope="row" style={isTotal ? style.TOTAL_LINE : style.LINE}>
              {label}
            </th>
            <td style={isTotal ? style.TOTAL : style.AMOUNT}>{amount}</td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

export const Aside = ({ title, children }: Inner & { readonly title: string }) => (
  <Section style={style.ASIDE}>
    <Heading as="h2" style={style.ASIDE_HEADING}>
      {title}
    </Heading>
    {children}
  </Section>
)

export const Points = ({ points }: { readonly points: readonly string[] }) => (
  <ul style={style.LIST}>
    {points.map((point) => (
      <li key={point} style={style.ITEM}>
        {point}
      </li>
    ))}
  </ul>
)

export const Action = ({ href, label, children }: { href: string; label: string; children?: ReactNode }) => (
  <Section style={style.MIDDLE}>
    <Button href={href} style={style.BUTTON}>
      {label}
    </Button>
    {children}
  </Section>
)
