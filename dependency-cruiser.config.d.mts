declare const law: { forbidden: { name: string }[] }
export default law
