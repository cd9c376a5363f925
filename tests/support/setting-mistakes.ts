/** An invalid setting, and the text of the one line about it. */
export type Mistake = {
  readonly what: string
  readonly env: Readonly<Record<string, string>>
  readonly message: RegExp
}

export const mistake = (what: string, env: Mistake['env'], message: RegExp): Mistake => ({
  what,
  env,
  message,
})

export const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_51HxAbCdEfGhIjKlMn',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123',
}
export const PUBLIC = { ORIGIN: 'https://lounge.example', ...STRIPE }

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'lounge',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hunter2hunter2',
}

/** Settings with which the server refuses to start. */
export const REFUSED: readonly Mistake[] = [
  mistake('a port in words', { PORT: 'eighty' }, /^PORT=eighty: must be a whole number from 0 to 65535/),
  mistake('a port out of range', { PORT: '70000' }, /^PORT=70000: must be a whole number/),
  mistake('a negative port', { PORT: '-1' }, /^PORT=-1: must be a whole number/),
  mistake('a port in another notation', { PORT: '0xBB8' }, /^PORT=0xBB8: must be a whole number/),
  mistake(
    'a port in quotation marks',
    { PORT: '"3000"' },
    /^PORT=\\"3000\\": must be without the quotation marks/,
  ),
  mistake(
    'two lines in one setting',
    { MAIL_FROM: 'a@b.co\nBcc: c@d.co' },
    /^MAIL_FROM=a@b\.co\\nBcc: .*must be on one line/,
  ),
  mistake(
    'a variable that was not replaced',
    { PORT: '${PORT}' },
    /^PORT=\$\{PORT\}: must be the value itself/,
  ),
  mistake(
    'a host with a scheme',
    { HOST: 'http://0.0.0.0' },
    /^HOST=http:\/\/0\.0\.0\.0: must be an address of this machine/,
  ),
  mistake(
    'an origin without a scheme',
    { ORIGIN: 'lounge.example' },
    /^ORIGIN=lounge\.example: must be an address such as https/,
  ),
  mistake(
    'an origin of another scheme',
    { ORIGIN: 'ftp://lounge.example' },
    /^ORIGIN=ftp:.*must be an address such as https/,
  ),
  mistake(
    'an origin with a path',
    { ...PUBLIC, ORIGIN: 'https://lounge.example/shop' },
    /^ORIGIN=.*\/shop: must be without a path \(https:\/\/lounge\.example\)/,
  ),
  mistake(
    'an origin with a query',
    { ...PUBLIC, ORIGIN: 'https://lounge.example/?a=1' },
    /^ORIGIN=.*: must be without \? and #/,
  ),
  mistake(
    'an origin with a password',
    { ...PUBLIC, ORIGIN: 'https://a:b@lounge.example' },
    /^ORIGIN=.*must be without a user/,
  ),
  mistake(
    'a public origin without payments',
    { ORIGIN: 'https://lounge.example' },
    /^ORIGIN=.* is public and no payment provider is set/,
  ),
  mistake(
    'a database of another kind',
    { DATABASE_URL: 'mysql://me:hunter2@db/x' },
    /^DATABASE_URL=mysql:\/\/me:\*\*\*@db\/x: must look like postgres:/,
  ),
  mistake(
    'a database without a scheme',
    { DATABASE_URL: 'db.example:5432/lounge' },
    /^DATABASE_URL=…: must look like postgres:/,
  ),
  mistake(
    'a password with a slash',
    { DATABASE_URL: 'postgres://me:hunter2/x@db/x' },
    /^DATABASE_URL=…: must look .*percent-encoded: @ as %40/,
  ),
  mistake(
    'a password with an at sign',
    { DATABASE_URL: 'postgres://me:hunter2@x@db/x' },
    /^DATABASE_URL=…: must look .*percent-encoded/,
  ),
  mistake(
    'a database port out of range',
    { DATABASE_URL: 'postgres://me@db:99999/x' },
    /^DATABASE_URL=.*has no port between/,
  ),
  mistake(
    'an unknown option of the database',
    { DATABASE_URL: 'postgres://db/x?ssl=on' },
    /^DATABASE_URL=.*has unknown options \(ssl\)/,
  ),
  mistake(
    'an unknown sslmode',
    { DATABASE_URL: 'postgres://db/x?sslmode=on' },
    /^DATABASE_URL=.*sslmode must be disable, no-verify or verify-full/,
  ),
  mistake(
    'a CA that is not there',
    { DATABASE_URL: 'postgres://db/x?sslmode=verify-full&sslrootcert=/none.pem' },
    /^DATABASE_URL=.*sslrootcert=\/none\.pem cannot be read/,
  ),
  mistake(
    'a CA that is none',
    { DATABASE_URL: 'postgres://db/x?sslmode=verify-full&sslrootcert=package.json' },
    /^DATABASE_URL=.*holds no PEM certificate/,
  ),
  mistake(
    'a database of standbys',
    { DATABASE_URL: 'postgres://a,b/x?target_session_attrs=standby' },
    /^DATABASE_URL=.*target_session_attrs must be read-write/,
  ),
  mistake(
    'a direct database alone',
    { DATABASE_DIRECT_URL: 'postgres://me:hunter2@db/x' },
    /^DATABASE_DIRECT_URL=postgres:\/\/me:\*\*\*@db\/x: needs DATABASE_URL/,
  ),
  mistake(
    'no connections',
    { DATABASE_POOL_SIZE: '0' },
    /^DATABASE_POOL_SIZE=0: must be a whole number from 1 to 200/,
  ),
  mistake('a directory of the home', { DATA_DIR: '~/lounge' }, /^DATA_DIR=~\/lounge: must be a whole path/),
  mistake(
    'a directory elsewhere',
    { DATA_DIR: 's3://lounge' },
    /^DATA_DIR=s3:\/\/lounge: must be a directory/,
  ),
  mistake(
    'a level of logging that is none',
    { LOG_LEVEL: 'loud' },
    /^LOG_LEVEL=loud: must be fatal, error, warn, info, debug, trace or silent/,
  ),
  mistake('half an answer', { PREGENERATE_IMAGES: 'yes' }, /^PREGENERATE_IMAGES=yes: must be true or false/),
  mistake(
    'processes in words',
    { WEB_CONCURRENCY: 'many' },
    /^WEB_CONCURRENCY=many: must be auto or a number of processes/,
  ),
  mistake(
    'a million processes',
    { WEB_CONCURRENCY: '1000000' },
    /^WEB_CONCURRENCY=1000000: must be auto or a number/,
  ),
  mistake(
    'an environment of another product',
    { NODE_ENV: 'prod' },
    /^NODE_ENV=prod: must be development or production/,
  ),
  mistake('a proxy in words', { TRUST_PROXY: 'nginx' }, /^TRUST_PROXY=nginx: must be/),
  mistake('a hundred proxies', { TRUST_PROXY: '100' }, /^TRUST_PROXY=100: must be/),
  mistake('every address as a proxy', { TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY=0.0.0.0\/0: must be/),
  mistake(
    'a password without a database',
    { DATABASE_PASSWORD: 'hunter2' },
    /^DATABASE_PASSWORD: needs DATABASE_URL beside it/,
  ),
  mistake(
    'two passwords',
    { DATABASE_URL: 'postgres://me:hunter2@db/x', DATABASE_PASSWORD: 'hunter2' },
    /^DATABASE_PASSWORD: DATABASE_URL has a password in it too/,
  ),
  mistake(
    'a file that is not there',
    { STRIPE_SECRET_KEY_FILE: '/none' },
    /^STRIPE_SECRET_KEY_FILE=\/none: the file cannot be read/,
  ),
  mistake(
    'several hosts of a replica',
    { DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URL: 'postgres://a,b/x' },
    /^DATABASE_REPLICA_URL=postgres:\/\/a,b\/x: must name one host/,
  ),
  mistake(
    'no lag at all',
    { DATABASE_REPLICA_LAG: '0' },
    /^DATABASE_REPLICA_LAG=0: must be a whole number from 1/,
  ),
  mistake(
    'metrics on the public port',
    { PORT: '3000', METRICS_PORT: '3000' },
    /^METRICS_PORT=3000: is PORT too/,
  ),
  mistake(
    'a provider that is none',
    { PAYMENT_PROVIDER: 'paypal' },
    /^PAYMENT_PROVIDER=paypal: must be stripe or local/,
  ),
  mistake('Stripe without a key', { PAYMENT_PROVIDER: 'stripe' }, /^STRIPE_SECRET_KEY: must be set/),
  mistake(
    'a publishable key',
    { ...PUBLIC, STRIPE_SECRET_KEY: 'pk_live_51HxAbCdEfGhIj' },
    /^STRIPE_SECRET_KEY=pk_live_… \(22 characters\): is a publishable key/,
  ),
  mistake(
    'half a key',
    { ...PUBLIC, STRIPE_SECRET_KEY: 'sk_live_51Hx' },
    /^STRIPE_SECRET_KEY=sk_live_….*is shorter than a key/,
  ),
  mistake(
    'a key without a webhook secret',
    { STRIPE_SECRET_KEY: STRIPE.STRIPE_SECRET_KEY },
    /^STRIPE_WEBHOOK_SECRET: must be set/,
  ),
  mistake(
    'the id of the webhook',
    { ...PUBLIC, STRIPE_WEBHOOK_SECRET: 'we_1HxAbCdEfGhIj' },
    /^STRIPE_WEBHOOK_SECRET=we_….*is the id of the endpoint/,
  ),
  mistake(
    'the key as the webhook secret',
    { ...PUBLIC, STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_SECRET_KEY },
    /^STRIPE_WEBHOOK_SECRET=sk_live_….*is an API key/,
  ),
  mistake(
    'a test provider without a port',
    { TEST_PAYMENTS_LISTEN: '4242' },
    /^TEST_PAYMENTS_LISTEN=4242: must be an address and a port/,
  ),
  mistake(
    'a test provider over TLS',
    { TEST_PAYMENTS_URL: 'https://app-1:4242' },
    /^TEST_PAYMENTS_URL=.*must be an address such as http:/,
  ),
  mistake(
    'a mail server of another scheme',
    { SMTP_URL: 'http://me:hunter2@mail' },
    /^SMTP_URL=http:\/\/me:\*\*\*@mail: must look like smtp:/,
  ),
  mistake(
    'a mail server without a scheme',
    { SMTP_URL: 'mail.example.com:587' },
    /^SMTP_URL=….*must look like smtp:/,
  ),
  mistake(
    'an unknown option of SMTP',
    { SMTP_URL: 'smtp://mail:587?pool=true' },
    /^SMTP_URL=smtp:\/\/mail:587\?pool=true: has unknown options \(pool\)/,
  ),
  mistake(
    'an option of SMTP in words',
    { SMTP_URL: 'smtp://mail?requireTLS=yes' },
    /^SMTP_URL=.*option requireTLS must be true or false/,
  ),
  mistake(
    'a sender that is no address',
    { SMTP_URL: 'smtp://mail', MAIL_FROM: 'Baobab & Olive' },
    /^MAIL_FROM=Baobab & Olive: must be an email address/,
  ),
  mistake(
    'an account for texts without its token',
    { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_FROM: '+19725550100' },
    /^TWILIO_AUTH_TOKEN: must be set too/,
  ),
  mistake(
    'a number for texts without its country',
    { TWILIO_FROM: '(972) 555-0100' },
    /^TWILIO_FROM=\(972\) 555-0100: must be a number such as \+19725550100/,
  ),
  mistake(
    'a token for texts that is none',
    { TWILIO_AUTH_TOKEN: 'hunter2' },
    /^TWILIO_AUTH_TOKEN=… \(7 characters\): must be the auth token/,
  ),
  mistake(
    'a bucket without keys',
    { S3_ENDPOINT: S3.S3_ENDPOINT, S3_BUCKET: 'lounge' },
    /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: must be set too/,
  ),
  mistake(
    'a bucket that is none',
    { ...S3, S3_BUCKET: 'My Bucket' },
    /^S3_BUCKET=My Bucket: must be the name of a bucket/,
  ),
  mistake(
    'an endpoint with the bucket',
    { ...S3, S3_ENDPOINT: 'https://s3.example.com/lounge' },
    /^S3_ENDPOINT=.*must be without the bucket/,
  ),
  mistake(
    'an endpoint without a scheme',
    { ...S3, S3_ENDPOINT: 's3.example.com' },
    /^S3_ENDPOINT=s3\.example\.com: must be an address such as/,
  ),
  mistake('a region with spaces', { ...S3, S3_REGION: 'US East' }, /^S3_REGION=US East: must be a region/),
]
