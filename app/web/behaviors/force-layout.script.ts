/** Forces the layout of what has loaded so far, separately from the rest of the page. */
document.body.getBoundingClientRect()
