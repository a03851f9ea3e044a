package dev.agentmailbox.service.intake.screening;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** File types by magic number and by extension. */
final class FileKinds {
  /** Extensions that some system executes, installs or mounts on a double click. */
  private static final Set<String> RUNNING_EXTENSIONS =
      Set.of(
          ("ade adp apk app appref-ms application appx appxbundle bat btm cab chm cmd com cpl"
                  + " crx dll dmg ear exe gadget hlp hta img inf ins iso isp jar jnlp js jse ksh lib"
                  + " lnk mde msc msh msh1 msh1xml msh2 msh2xml mshxml msi msix msixbundle msp mst"
                  + " nsh ocx pif pkg ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 rdp reg rgs scf scr"
                  + " sct settingcontent-ms shb shs sys theme themepack udl url vb vbe vbp vbs vhd"
                  + " vhdx vmdk vxd war website workflow wsb wsc wsf wsh xbap xll xnk"
                  + " docm dotm xlsm xltm xlam pptm potm ppsm ppam sldm one")
              .split(" "));

  private static final Set<String> MARKUP_EXTENSIONS =
      Set.of("htm", "html", "xhtml", "xht", "shtml", "svg", "mht", "mhtml");

  /** OOXML parts with macros (ECMA-376 with Microsoft's extensions). */
  private static final Pattern MACRO_PART =
      Pattern.compile("(?i)(?:.*/)?(?:vbaProject[^/]*\\.bin|(?:macrosheets|dialogsheets)/[^/]*)");

  private static final int DOS_HEADER = 0x40;
  private static final int DISK_DESCRIPTOR = 32_769;
  private static final int TAR_MAGIC = 257;

  private FileKinds() {}

  /**
   * Whether the extension is executable. Trailing dots and blanks are removed first, as operating
   * systems do.
   */
  static boolean isExecutableName(String name) {
    return RUNNING_EXTENSIONS.contains(extension(name));
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
