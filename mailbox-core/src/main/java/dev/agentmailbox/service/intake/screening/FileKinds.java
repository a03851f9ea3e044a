package dev.agentmailbox.service.intake.screening;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** File types by magic number and by extension. */
final class FileKinds {
  /** Extensions that some system executes, installs or mounts on a double click. */
  private static final Set<String> RUNNING_EXTENSIONS =
      Set.copyOf(
          List.of(
              ("ade adp apk app appref-ms application appx appxbundle bat btm cab chm cmd com cpl"
                      + " crx dll dmg ear exe gadget hlp hta img inf ins iso isp jar jnlp js jse ksh lib"
                      + " lnk mde msc msh msh1 msh1xml msh2 msh2xml mshxml msi msix msixbundle msp mst"
                      + " nsh ocx pif pkg ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 rdp reg rgs scf scr"
                      + " sct settingcontent-ms shb shs sys theme themepack udl url vb vbe vbp vbs vhd"
                      + " vhdx vmdk vxd war website workflow wsb wsc wsf wsh xbap xll xnk"
                      + " docm dotm xlsm xltm xlam pptm potm ppsm ppam sldm one appinstaller library-ms"
                      + " search-ms searchconnector-ms desktop command terminal tool scpt"
                      + " applescript py pyw pyc pyz rb pl php sh bash zsh csh fish run deb rpm"
                      + " snap flatpakref appimage mht mhtml iqy slk xla xlw wiz grp diagcab")
                  .split(" ")));

  /** Extensions that systems open in a program which only shows or imports the file. */
  private static final Set<String> HARMLESS_EXTENSIONS =
      Set.copyOf(
          List.of(
              ("txt text log md markdown rst csv tsv json jsonl xml xsd xsl yaml yml toml ini cfg conf"
                      + " properties diff patch tex bib srt vtt sql css rtf pdf ps eps ai indd doc dot docx"
                      + " dotx xls xlt xlsx xltx xlsb ppt pot pps pptx potx ppsx vsd vsdx mpp pub odt ott ods"
                      + " ots odp otp odg odf pages numbers key epub mobi wpd wps xps oxps htm html xhtml"
                      + " xht shtml svg svgz png jpg jpeg jpe jfif gif bmp tif tiff webp avif heic heif ico"
                      + " psd raw cr2 nef dng emf wmf xcf mp3 m4a aac wav wma ogg oga opus flac aif aiff"
                      + " amr mid midi mp4 m4v mov avi wmv mkv webm mpg mpeg 3gp flv ogv ics ical ifb vcf"
                      + " vcard eml msg mbox p7s p7m p7c p7b asc sig pgp gpg cer crt pem der csr dat"
                      + " zip gz tgz tar tnef ttf otf woff woff2 gpx kml kmz geojson dwg dxf stl step stp"
                      + " igs parquet sqlite c h cc cpp cxx hpp java kt go rs swift ts tsx scala hs ml in am"
                      + " ac m4 spec po pot man torrent edi xbrl mpr gbr")
                  .split(" ")));

  private static final Set<String> DOCUMENT_EXTENSIONS =
      Set.copyOf(
          List.of(
              ("docx dotx xlsx xltx xlsb pptx potx ppsx vsdx odt ott ods ots odp otp odg odf epub xps"
                      + " oxps pages numbers key kmz")
                  .split(" ")));

  /** Declared types of files without a name, which no system runs. */
  private static final Pattern HARMLESS_TYPE =
      Pattern.compile(
          "(?:text|image|audio|video|font|message)/.*|application/(?:pdf|json|xml|rtf|(?:x-)?pkcs7-.*|pgp-.*"
              + "|(?:vnd\\.)?ms-tnef|ics|msword|vnd\\.openxmlformats.*|vnd\\.oasis.*)");

  private static final Pattern USUAL_EXTENSION =
      Pattern.compile("[0-9_-]{0,11}[a-z][a-z0-9_-]{0,11}");

  private static final Set<String> MARKUP_EXTENSIONS =
      Set.of("htm", "html", "xhtml", "xht", "shtml", "svg");

  /** OOXML parts with macros (ECMA-376 with Microsoft's extensions). */
  private static final Pattern MACRO_PART =
      Pattern.compile("(?i)(?:.*/)?(?:vbaProject[^/]*\\.bin|(?:macrosheets|dialogsheets)/[^/]*)");

  private static final int DOS_HEADER = 0x40;
  private static final int DISK_DESCRIPTOR = 32_769;
  private static final int TAR_MAGIC = 257;

  /** End record of a zip with the longest comment (APPNOTE.TXT section 4.3.16). */
  private static final int LONGEST_ZIP_END = 22 + 0xffff;

  private FileKinds() {}

  /**
   * Whether the extension is executable. Trailing dots and blanks are removed first, as operating
   * systems do.
   */
  static boolean isExecutableName(String name) {
    return RUNNING_EXTENSIONS.contains(extension(name));
  }

  /**
   * Whether it is of a kind known to be harmless, by its name, or by its first bytes where the name
   * says nothing.
   *
   * @param type declared; empty within archives
   */
  static boolean isKnownHarmless(String name, String type, byte[] head) {
    String extension = name.indexOf('.') < 0 ? "" : extension(name);
    if (HARMLESS_EXTENSIONS.contains(extension)) {
      return true;
    }
    return !USUAL_EXTENSION.matcher(extension).matches()
        && (isText(head)
            || isShown(head)
            || (name.isEmpty() && HARMLESS_TYPE.matcher(type).matches()));
  }

  /** Documents, pictures, sound and films, and archives, into which the inspection looks. */
  private static boolean isShown(byte[] head) {
    return at(head, 0, "%PDF-")
        || starts(head, 0x89, 'P', 'N', 'G')
        || starts(head, 0xff, 0xd8, 0xff)
        || at(head, 0, "GIF8")
        || starts(head, 'I', 'I', '*', 0)
        || starts(head, 'M', 'M', 0, '*')
        || at(head, 4, "ftyp")
        || at(head, 0, "OggS")
        || at(head, 0, "ID3")
        || at(head, 8, "WEBP")
        || at(head, 8, "WAVE")
        || starts(head, 0x78, 0x9f, 0x3e, 0x22);
  }

  private static boolean isText(byte[] head) {
    for (byte b : head) {
      if (b >= 0 && b < '\t') {
        return false;
      }
    }
    return true;
  }

  private static String extension(String name) {
    int end = name.length();
    while (end > 0 && (name.charAt(end - 1) == '.' || name.charAt(end - 1) <= ' ')) {
      end--;
    }
    return name.substring(name.lastIndexOf('.', Math.max(end - 1, 0)) + 1, end)
        .toLowerCase(Locale.ROOT);
  }

  static boolean isMacroPart(String name) {
    return MACRO_PART.matcher(name).matches();
  }

  static boolean isExecutableContent(byte[] head) {
    return isDosProgram(head)
        || starts(head, 0x7f, 'E', 'L', 'F')
        || isMachO(head)
        || starts(head, 0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0)
        || starts(head, 'd', 'e', 'x', '\n')
        || starts(head, 0, 'a', 's', 'm', 1)
        || starts(head, 'I', 'T', 'S', 'F')
        || starts(head, 0xe4, 0x52, 0x5c, 0x7b, 0x8c, 0xd8, 0xa7, 0x4d)
        || isScript(head)
        || isDisk(head);
  }

  private static boolean isDosProgram(byte[] head) {
    if (!starts(head, 'M', 'Z') || head.length < DOS_HEADER) {
      return false;
    }
    // A text may start with these letters; a program's header has zeros.
    for (int i = 0; i < DOS_HEADER; i++) {
      if (head[i] == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean isMachO(byte[] head) {
    return starts(head, 0xfe, 0xed, 0xfa, 0xce)
        || starts(head, 0xfe, 0xed, 0xfa, 0xcf)
        || starts(head, 0xce, 0xfa, 0xed, 0xfe)
        || starts(head, 0xcf, 0xfa, 0xed, 0xfe)
        || starts(head, 0xca, 0xfe, 0xba, 0xbe);
  }

  private static boolean isScript(byte[] head) {
    String start = text(head, 0, 256).stripLeading().toLowerCase(Locale.ROOT);
    return start.startsWith("#!/")
        || start.startsWith("#! /")
        || start.startsWith("@echo off")
        || start.startsWith("[internetshortcut]")
        || start.startsWith("[desktop entry]");
  }

  private static boolean isDisk(byte[] head) {
    boolean iso =
        at(head, DISK_DESCRIPTOR, "CD001")
            || at(head, DISK_DESCRIPTOR, "BEA01")
            || at(head, DISK_DESCRIPTOR, "NSR0");
    boolean boots = head.length > 511 && (head[510] & 0xff) == 0x55 && (head[511] & 0xff) == 0xaa;
    boolean disk = boots && (at(head, 54, "FAT") || at(head, 82, "FAT") || at(head, 3, "NTFS"));
    return iso || disk || at(head, 0, "conectix") || at(head, 0, "vhdxfile") || at(head, 0, "KDMV");
  }

  /** Archive formats that are not supported: RAR, 7z, Cabinet, ACE, ARJ, LHA. */
  static boolean isClosedArchive(byte[] head) {
    return starts(head, 'R', 'a', 'r', '!', 0x1a, 0x07)
        || starts(head, '7', 'z', 0xbc, 0xaf, 0x27, 0x1c)
        || starts(head, 'M', 'S', 'C', 'F', 0, 0, 0, 0)
        || at(head, 7, "**ACE**")
        || (starts(head, 0x60, 0xea) && head.length > 10 && head[10] <= 2 && head[10] >= 0)
        || (at(head, 2, "-lh") && head.length > 6 && head[6] == '-');
  }

  static boolean isZip(byte[] head) {
    return starts(head, 'P', 'K', 3, 4) || starts(head, 'P', 'K', '0', '0', 'P', 'K', 3, 4);
  }

  /** Whether its entries are parts of one document, which no system runs one by one. */
  static boolean isDocument(String name) {
    return DOCUMENT_EXTENSIONS.contains(extension(name));
  }

  /** Whether a program may open it as an archive although it does not begin as one. */
  static boolean mayHaveBytesInFront(String name, byte[] head) {
    String extension = extension(name);
    return !isShown(head)
        && !name.isEmpty()
        && (extension.equals("zip")
            || DOCUMENT_EXTENSIONS.contains(extension)
            || !HARMLESS_EXTENSIONS.contains(extension));
  }

  /** Where an archive with bytes in front begins; -1 when the file does not end as one does. */
  static int zipStart(byte[] file) {
    String bytes = text(file, 0, file.length);
    boolean ends = bytes.indexOf("PK\5\6", Math.max(0, bytes.length() - LONGEST_ZIP_END)) >= 0;
    return ends ? bytes.indexOf("PK\3\4") : -1;
  }

  static boolean isGzip(byte[] head) {
    return starts(head, 0x1f, 0x8b, 8);
  }

  static boolean isTar(byte[] head) {
    return at(head, TAR_MAGIC, "ustar");
  }

  /** Compound files (MS-CFB): Office documents up to 2003 and installers. */
  static boolean isCompound(byte[] head) {
    return starts(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  }

  static boolean isMarkup(String name, String type, byte[] head) {
    if (type.equals("text/html")
        || type.endsWith("/xhtml+xml")
        || type.startsWith("image/svg")
        || MARKUP_EXTENSIONS.contains(extension(name))) {
      return true;
    }
    String start = text(head, 0, 1_024).replace("\0", "").stripLeading().toLowerCase(Locale.ROOT);
    return start.startsWith("<!doctype html")
        || start.startsWith("<html")
        || start.startsWith("<script")
        || start.contains("<svg");
  }

  static String tarName(byte[] header) {
    String name = text(header, 0, 100);
    int end = name.indexOf('\0');
    return end < 0 ? name : name.substring(0, end);
  }

  /** Parses an octal size; 0 when malformed, which makes the next header invalid. */
  static long tarSize(byte[] header) {
    long size = 0;
    for (int i = 124; i < 135; i++) {
      if (header[i] >= '0' && header[i] <= '7') {
        size = size * 8 + header[i] - '0';
      }
    }
    return size;
  }

  private static boolean starts(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean at(byte[] head, int offset, String magic) {
    return text(head, offset, magic.length()).equals(magic);
  }

  private static String text(byte[] head, int offset, int length) {
    int end = Math.min(head.length, offset + length);
    return offset >= end ? "" : new String(head, offset, end - offset, StandardCharsets.ISO_8859_1);
  }
}
