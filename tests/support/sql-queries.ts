import { join } from 'node:path'
import { API, type Checker, type Type } from 'typescript/unstable/sync'
import type { CallExpression, Expression, Node, SourceFile, TemplateLiteral } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { PLACEHOLDER } from './sql-columns.ts'

/** Keys of the objects in a value; null if the value is no object. */
export type Keys = readonly string[] | null

export type Query = {
  readonly place: string
  readonly sql: string
  /** Name of the row type as the source writes it. */
  readonly type: string
  /** Keys of a row; null for a fragment that yields one value. */
  readonly rowKeys: readonly string[] | null
  /** Keys of the objects in the value of a column; without a column, those in the value of the fragment. */
  readonly keysIn: (column?: string) => Keys
  /** Kysely turns the names of columns into camel case. */
  readonly isCamelCased: boolean
}

const CONFIG = join(process.cwd(), 'tsconfig.sql-rows.json')

const isSqlTag = (tag: Node): boolean => is.isIdentifier(tag) && tag.text === 'sql'

/** Function or constant that an expression refers to. */
function declarationOf(expression: Expression, checker: Checker): Node | undefined {
  const name = is.isCallExpression(expression) ? expression.expression : expression
  if (!is.isIdentifier(name)) return undefined
  const symbol = checker.getSymbolAtLocation(name)
  const declaration = symbol?.valueDeclaration?.resolve()
  if (!declaration || !is.isVariableDeclaration(declaration)) return undefined
  const value = declaration.initializer
  return value && is.isArrowFunction(value) ? value.body : value
}

const isRawSql = (node: Node): node is CallExpression =>
  is.isCallExpression(node) &&
  is.isPropertyAccessExpression(node.expression) &&
  isSqlTag(node.expression.expression) &&
  node.expression.name.text === 'raw'

/** SQL of an interpolated fragment; a placeholder if the source does not give it. */
function fragmentOf(expression: Expression, checker: Checker): string {
  const isFragment = is.isTaggedTemplateExpression(expression) || isRawSql(expression)
  const node = isFragment ? expression : declarationOf(expression, checker)
  if (!node) return PLACEHOLDER
  if (is.isTaggedTemplateExpression(node) && isSqlTag(node.tag)) return textOf(node.template, checker)
  if (isRawSql(node)) return argumentOf(node.arguments[0], checker) ?? PLACEHOLDER
  return is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node) ? node.text : PLACEHOLDER
}

function textOf(template: TemplateLiteral, checker: Checker): string {
  if (is.isNoSubstitutionTemplateLiteral(template)) return template.text
  const spans = template.templateSpans.map(
    ({ expression, literal }) => fragmentOf(expression, checker) + literal.text,
  )
  return template.head.text + spans.join('')
}

/** SQL of the first argument of `query`: a text, or a constant that holds one. */
function argumentOf(argument: Expression | undefined, checker: Checker): string | null {
  if (!argument) return null
  if (is.isObjectLiteralExpression(argument)) {
    const text = argument.properties.find((it) => is.isPropertyAssignment(it) && it.name.getText() === 'text')
    return text && is.isPropertyAssignment(text) ? argumentOf(text.initializer, checker) : null
  }
  if (is.isStringLiteral(argument)) return argument.text
  if (is.isNoSubstitutionTemplateLiteral(argument) || is.isTemplateExpression(argument))
    return textOf(argument, checker)
  const declared = declarationOf(argument, checker)
  return declared && is.isExpression(declared) ? argumentOf(declared, checker) : null
}

/** Objects of a value: of the value itself, or of the items of an array. */
function objectsOf(type: Type, checker: Checker): Keys {
  const value = checker.getNonNullableType(type) ?? type
  if (checker.isTupleType(value)) return null
  if (checker.isArrayType(value) && value.isTypeReference()) {
    const [item] = checker.getTypeArguments(value)
    return item ? objectsOf(item, checker) : null
  }
  const isObject = value.isObjectType() || value.isIntersectionType() || value.isIndexedAccessType()
  if (!isObject || value.getSymbol()?.name === 'Date') return null
  return checker.getPropertiesOfType(checker.getApparentType(value) ?? value).map(({ name }) => name)
}

function keysIn(type: Type, column: string | undefined, checker: Checker): Keys {
  if (column === undefined) return objectsOf(type, checker)
  const property = checker.getPropertyOfType(checker.getApparentType(type) ?? type, column)
  const value = property && checker.getTypeOfSymbol(property)
  return value ? objectsOf(value, checker) : null
}

type Found = Pick<Query, 'sql' | 'isCamelCased'> & { readonly typeNode: Node; readonly yieldsRows: boolean }

/** Query of a node: a typed `sql` template, or a call of `query` with a row type. */
function findQuery(node: Node, checker: Checker): Found | null {
  if (is.isTaggedTemplateExpression(node) && isSqlTag(node.tag)) {
    const [typeNode] = node.typeArguments ?? []
    if (!typeNode) return null
    const { parent } = node
    const method = is.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : ''
    const sql = textOf(node.template, checker)
    return { sql, isCamelCased: true, typeNode, yieldsRows: method !== 'as' }
  }
  if (!is.isCallExpression(node) || !is.isPropertyAccessExpression(node.expression)) return null
  const [typeNode] = node.typeArguments ?? []
  if (!typeNode || node.expression.name.text !== 'query') return null
  const sql = argumentOf(node.arguments[0], checker) ?? PLACEHOLDER
  return { sql, isCamelCased: false, typeNode, yieldsRows: true }
}

function queriesOf(file: SourceFile, path: string, checker: Checker): Query[] {
  const queries: Query[] = []
  const visit = (node: Node): void => {
    node.forEachChild(visit)
    const found = findQuery(node, checker)
    const type = found && is.isTypeNode(found.typeNode) && checker.getTypeFromTypeNode(found.typeNode)
    if (!found || !type) return
    const line = file.text.slice(0, node.getStart()).split('\n').length
    // A value that no object holds, as in `sql<boolean>`, is one expression of a larger statement.
    const isRow = found.yieldsRows && !checker.isArrayType(type)
    queries.push({
      place: `${path}:${line}`,
      sql: found.sql,
      type: found.typeNode.getText().replaceAll(/\s+/g, ' '),
      rowKeys: isRow ? objectsOf(type, checker) : null,
      keysIn: (column) => keysIn(type, column, checker),
      isCamelCased: found.isCamelCased,
    })
  }
  visit(file)
  return queries
}

/**
 * Calls a function with the typed queries of source files, read by the TypeScript compiler. `changed` holds other
 * texts for some of the files.
 */
export function withQueries<Value>(
  paths: readonly string[],
  use: (queries: readonly Query[]) => Value,
  changed: Readonly<Record<string, string>> = {},
): Value {
  const at = (path: string): string => join(process.cwd(), path)
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { types: ['node'] },
    include: [],
    files: paths,
  }
  const files: Record<string, string> = { [CONFIG]: JSON.stringify(config) }
  for (const [path, text] of Object.entries(changed)) files[at(path)] = text
  const api = new API({
    cwd: process.cwd(),
    fs: {
      readFile: (path) => files[path],
      fileExists: (path) => (path in files ? true : undefined),
    },
  })
  try {
    const [project] = api.updateSnapshot({ openProjects: [CONFIG] }).getProjects()
    if (!project) throw new Error('The compiler opened no project.')
    const queries = paths.flatMap((path) => {
      const file = project.program.getSourceFile(at(path))
      if (!file) throw new Error(`The compiler did not read ${path}.`)
      return queriesOf(file, path, project.checker)
    })
    return use(queries)
  } finally {
    api.close()
  }
}
