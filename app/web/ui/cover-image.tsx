/** The cover of a book, without a link. */
export function CoverImage({ book, alt = '', className = '' }: CoverImageProps) {
  return (
    <img
      src={book.cover}
      alt={alt}
      width={240}
      height={360}
      // Eager images would be fetched before the fonts of the text.
      loading="lazy"
      decoding="async"
      className={`cover ${className}`.trim()}
    />
  )
}

interface CoverImageProps {
  book: { cover: string }
  alt?: string
  className?: string
}
