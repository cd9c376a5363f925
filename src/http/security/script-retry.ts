/**
 * Inline script before the script of the site, which it requests once more, under another URL, where that did not load. If it fails
 * again or throws, the page is marked, and shows its controls for browsers without scripts.
 */
export const SCRIPT_RETRY = `{const page=document.documentElement.dataset,fail=()=>page.script??='failed'
addEventListener('error',({target:it})=>{const own=it.type==='module'
if(it===window||own&&it.src.endsWith('?again'))fail()
else if(own)setTimeout(()=>{const next=document.createElement('script')
next.type='module'
next.src=it.src+'?again'
document.head.append(next)},500)},true)}`
