/**
 * Inline script before the script of the site, which it requests once more, under another URL, where that did not load. If it fails
 * again or throws, the page is marked, and shows what it has for browsers without scripts: its controls (`noscript:` in site.css), and
 * what stands in `noscript` elements, such as held tables and the refresh of a payment page.
 */
export const SCRIPT_RETRY = `{const page=document.documentElement.dataset,fail=()=>{if(page.script)return
page.script='failed'
for(const it of document.querySelectorAll('noscript'))it.outerHTML=it.textContent}
addEventListener('error',({target:it})=>{const own=it.type==='module'
if(it===window||own&&it.src.endsWith('?again'))fail()
else if(own)setTimeout(()=>{const next=document.createElement('script')
next.type='module'
next.src=it.src+'?again'
document.head.append(next)},500)},true)}`
